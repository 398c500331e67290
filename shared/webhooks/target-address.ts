import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Ranges that are not the public internet although ipaddr.js calls them unicast; the first holds IPv4 addresses in IPv6. */
const CLOSED = [
  '::/96',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '192.0.0.0/24',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '5f00::/16',
  '64:ff9b:1::/48',
  // A cloud's own services answer its machines here.
  '168.63.129.16/32',
].map((range) => ipaddr.parseCIDR(range))
const PORTS = ['', '443', '80', '8443']
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa)$/

/** Returns whether an address belongs to the public internet; false for everything that is not an address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  return !CLOSED.some(([range, bits]) => range.kind() === address.kind() && address.match(range as never, bits))
}

/** The host without brackets and final dots. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')

/**
 * Returns why a webhook may not be sent to this URL; null when it may. The URL parser has undone every spelling of an
 * address.
 */
export function refuseTarget(text: string, { allowLocal }: { allowLocal: boolean }): string | null {
  const url = URL.parse(text)
  if (!url) return 'must be a URL'
  if (url.username || url.password) return 'must not contain a user or a password'
  if (url.hash) return 'must not contain a fragment'
  if (allowLocal) return ['http:', 'https:'].includes(url.protocol) ? null : 'must begin with https or http'
  if (url.protocol !== 'https:') return 'must begin with https'
  if (!PORTS.includes(url.port)) return 'must have the port 443, 80 or 8443'
  const host = hostOf(url)
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : 'must not name a private or reserved address'
  return LOCAL_NAME.test(host) || host === '' ? 'must not name a local host' : null
}
