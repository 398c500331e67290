import { z } from 'zod'
import { TradingDay } from '../../time/trading-day.ts'
import { Sector } from './index-member.ts'

const count = z.int().min(0)

/** The number of members above their own average, and the number that have one. */
export const BreadthCounts = z.object({
  members: count.describe('members listed on the day'),
  counted50: count.describe('members with a close of the day and 50 closes'),
  above50: count.describe('members above their own 50-day average'),
  counted200: count.describe('members with a close of the day and 200 closes'),
  above200: count.describe('members above their own 200-day average'),
})
export type BreadthCounts = z.infer<typeof BreadthCounts>

/** The breadth of one session, in total and by GICS sector. */
export const SessionBreadth = BreadthCounts.extend({
  day: TradingDay,
  sectors: z.array(BreadthCounts.extend({ sector: Sector })),
})
export type SessionBreadth = z.infer<typeof SessionBreadth>
