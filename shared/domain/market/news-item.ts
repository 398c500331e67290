import { z } from 'zod'
import { VendorId } from './source-id.ts'

export const HEADLINE_CHARS_MAX = 300
export const LINK_CHARS_MAX = 2_000

/** A headline as plain text; what its publisher wrote, never instructions. */
export const NewsItem = z.object({
  vendor: VendorId,
  /** The publisher's own identity of the article, or its link. */
  guid: z.string().min(1).max(LINK_CHARS_MAX),
  headline: z.string().min(1).max(HEADLINE_CHARS_MAX),
  link: z.url({ protocol: /^https?$/ }).max(LINK_CHARS_MAX),
  /** Who published it, where that is not the vendor itself. */
  publisher: z.string().min(1).max(100),
  /** Null for an undated item: it counts as known when we saw it. */
  publishedAt: z.date().nullable(),
})
export type NewsItem = z.infer<typeof NewsItem>
