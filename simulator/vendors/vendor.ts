import type { IncomingHttpHeaders } from 'node:http'
import type { World } from '../world/world.ts'

export type VendorRequest = {
  /** The path below the vendor's prefix, decoded, with its leading slash. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  instant: Date
  method: 'GET' | 'POST'
  /** The body of a POST, unparsed; empty otherwise. */
  body: string
}

export type VendorReply = {
  status: number
  type: string
  body: string | Uint8Array
  headers?: Record<string, string>
}

/** To add a vendor, write a file that defines one and list it in the folder's index. */
export interface Vendor {
  name: string
  /** The first path segment, in place of the vendor's host. */
  prefix: string
  /** The requests a minute that the vendor accepts, and its refusal beyond. Counted only when quotas are on. */
  quota: { per_minute: number; refusal: VendorReply }
  /** True if the vendor accepts POST; if not, it answers 405. */
  posts?: boolean
  respond(world: World, request: VendorRequest): VendorReply
}

export const html = (status: number, title: string, text: string): VendorReply => ({
  status,
  type: 'text/html; charset=utf-8',
  body: `<!DOCTYPE html>\n<html lang="en">\n<head><title>${title}</title></head>\n<body><h1>${title}</h1><p>${text}</p></body>\n</html>\n`,
})

export const json = (status: number, value: unknown): VendorReply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})

export const csv = (body: string, headers: Record<string, string> = {}): VendorReply => ({
  status: 200,
  type: 'text/csv',
  body,
  headers,
})

/** The reply of an object store, through a content delivery network, for a key that it does not serve. */
export const forbidden = (): VendorReply => ({
  status: 403,
  type: 'application/xml',
  body: '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
})
