import { z } from 'zod'

const shares = {
  pct_above_50dma: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('percent of counted members above their own 50-day average; null if none was counted'),
  pct_above_200dma: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe('percent of counted members above their own 200-day average; null if none was counted'),
  members: z.int().min(0).describe('members listed on the day'),
  counted_50dma: z.int().min(0).describe('members with a close of the day and a 50-day average'),
  above_50dma: z.int().min(0).describe('members above their 50-day average'),
  counted_200dma: z.int().min(0).describe('members with a close of the day and a 200-day average'),
  above_200dma: z.int().min(0).describe('members above their 200-day average'),
}

export const SectorShare = z
  .object({ sector: z.string().describe('GICS sector'), ...shares })
  .meta({ id: 'SectorShare', description: 'Breadth of one sector' })
export type SectorShare = z.infer<typeof SectorShare>

/** The block of the market snapshot: shares, and the counts they are computed from. */
export const SectorShares = z.object({
  status: z.literal('ready').describe('ready: there is a reading'),
  day: z.iso.date().describe('session of the closes'),
  known_at: z.iso.datetime({ offset: true }).describe('when the service learned them, Eastern offset'),
  source: z.string().describe('source of the closes'),
  age_sessions: z.int().min(0).describe('sessions since `day`'),
  ...shares,
  sectors: z.array(SectorShare).describe('by sector, strongest first'),
})
export type SectorShares = z.infer<typeof SectorShares>
