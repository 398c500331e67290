import { cftcCot } from './feeds/cftc-cot.ts'
import { defineSource } from './source.ts'

const DAY_MS = 86_400_000
const [MONDAY, FRIDAY] = [1, 5]

export const cot = defineSource({
  id: 'cot',
  attribution: 'CFTC, Commitments of Traders',
  gives: { cftc: { series: ['cot_es_noncommercial_net', 'cot_es_commercial_net', 'cot_es_open_interest'] } },
  routes: [],
  everyCycle: false,
  // Released on Friday at 15:30; on Monday after a week with a holiday.
  at: ['15:50', '17:50'],
  weekdays: [MONDAY, FRIDAY],
  // One missed release; two in a row are an outage.
  maxAgeMs: 10 * DAY_MS,
  feeds: () => [cftcCot],
})
