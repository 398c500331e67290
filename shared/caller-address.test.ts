import { expect, test } from 'vitest'
import { addressKey } from './caller-address.ts'

test.each([
  ['an IPv4 address', '198.51.100.7', 'ip/198.51.100.7'],
  ['the same address within IPv6', '::ffff:198.51.100.7', 'ip/198.51.100.7'],
  ['the same address in hexadecimal', '::ffff:c633:6407', 'ip/198.51.100.7'],
  ['an IPv6 address', '2001:db8:1:2:3:4:5:6', 'ip/2001:db8:1:2::/64'],
  ['another one of its network', '2001:DB8:1:2::1', 'ip/2001:db8:1:2::/64'],
  ['one of the next network', '2001:db8:1:3::1', 'ip/2001:db8:1:3::/64'],
  ['one with a zone', 'fe80::1%eth0', 'ip/fe80:0:0:0::/64'],
  ['no address', 'unknown', 'ip/unknown'],
  ['nearly an address', 'a:b', 'ip/a:b'],
])('%s is counted by its network', (_name, ip, key) => expect(addressKey(ip)).toBe(key))
