import { aiCapitalCycle, emptyAiCapitalCycle } from '../../pipeline/themes/ai-capital-cycle.ts'
import { AI_BASKET, AiCapitalCycle } from '../../shared/domain/contract/ai-capital-cycle.ts'
import { seriesAsKnown } from '../../shared/postgres/market/observations.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { documentRoute } from '../cache/document-route.ts'
import { readNow } from '../database/service-time.ts'
import { readExample } from '../openapi/read-example.ts'
import { memberCloses } from './theme-closes-view.ts'

/** A year of sessions, and before it the longest window. */
const LOOK_BACK_DAYS = 560

export const signalsAiCapitalCycleRoutes = [
  documentRoute({
    path: '/api/v1/signals/ai-capital-cycle',
    class: 'public',
    tag: 'signals',
    summary: 'The AI investment trade',
    description:
      'A named basket of equal parts against SPY, dated so that no member is added with hindsight: strength, ' +
      'participation, volatility, concentration of the gains, and the phase by stated thresholds. Closes come from the ' +
      'breadth source.',
    response: AiCapitalCycle,
    responseDescription: 'The reading, or the reason why there is none',
    example: readExample(import.meta.url, './ai-capital-cycle-example.json'),
    topics: ['sources'],
    async load(context) {
      const now = await readNow(context)
      const today = eastern(now).day
      const from = addDays(today, -LOOK_BACK_DAYS)
      const [members, { spy_close: spy = [] }] = await context.reader.read((sql) =>
        Promise.all([
          memberCloses(
            sql,
            AI_BASKET.map(({ symbol }) => symbol),
            from,
          ),
          seriesAsKnown(sql, { series: ['spy_close'], from, upTo: today, knownBy: now }),
        ]),
      )
      const closes = Object.fromEntries(members.map(({ symbol, ...own }) => [symbol, own]))
      const spyCloses = { days: spy.map(({ day }) => day), closes: spy.map(({ value }) => value) }
      return { value: aiCapitalCycle({ spy: spyCloses, members: closes, today }) }
    },
    empty: emptyAiCapitalCycle,
  }),
]
