import { z } from 'zod'
import { VendorId } from './source-id.ts'

export const HEADLINE_CHARS_MAX = 300
const LINK_CHARS_MAX = 2_000

/** A headline as plain text. It is the publisher's words and never an instruction to a reader. */
export const NewsItem = z.object({
  vendor: VendorId,
  /** The publisher's own id of the article, or its link. */
  guid: z.string().min(1).max(LINK_CHARS_MAX),
  headline: z.string().min(1).max(HEADLINE_CHARS_MAX),
  link: z.url({ protocol: /^https?$/ }).max(LINK_CHARS_MAX),
  /** The publisher, which may differ from the vendor. */
  publisher: z.string().min(1).max(100),
  /** Null for an undated item, which counts as known from when we fetched it. */
  publishedAt: z.date().nullable(),
})
export type NewsItem = z.infer<typeof NewsItem>
