import { aaiiSheet } from './feeds/aaii-sheet.ts'
import { defineSource } from './source.ts'

const DAY_MS = 86_400_000
const [THURSDAY, FRIDAY] = [4, 5]

export const aaii = defineSource({
  id: 'aaii',
  attribution: 'American Association of Individual Investors, Sentiment Survey',
  gives: { aaii: { series: ['aaii_bullish', 'aaii_neutral', 'aaii_bearish'] } },
  routes: [],
  everyCycle: false,
  // Published on Thursday morning; an operator may be later, and Thursday may be Thanksgiving.
  at: ['09:10', '11:10', '17:35'],
  weekdays: [THURSDAY, FRIDAY],
  // One missed survey; two in a row are an outage.
  maxAgeMs: 10 * DAY_MS,
  feeds: () => [aaiiSheet],
})
