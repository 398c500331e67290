import type { VendorReply } from './vendor.ts'

export type FeedItem = { title: string; link: string; guid: string; at: Date }

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const xml = (body: string, headers: Record<string, string> = {}): VendorReply => ({
  status: 200,
  type: 'text/xml; charset=utf-8',
  body,
  headers,
})

export const rss = (channel: string, items: readonly string[]): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"><channel>${channel}\n${items.join('\n')}\n</channel></rss>\n`
