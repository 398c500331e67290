import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { documentRoute } from '../cache/document-route.ts'
import { knownNow, readNow } from '../database/service-time.ts'
import { readExample } from '../openapi/read-example.ts'
import { TripwiresAnswer, tripwiresDocument } from './tripwires-document.ts'
import { tripwireRows } from './tripwires-view.ts'

export const tripwiresRoutes = [
  documentRoute({
    path: '/api/v1/tripwires',
    class: 'public',
    tag: 'tripwires',
    summary: 'Tripwires and the event budget',
    description:
      'Every live level, its distance, and the state of its wire: armed, triggered, fired after the condition held ' +
      'for 20 minutes without a gap, or in cooldown. A wire fires once per episode, within a budget that it shares ' +
      'with escalations. A missing minute breaks the hold; `reason` then names it. Prices and option chains are ' +
      'delayed by a quarter of an hour, and wires are judged until the close, so that after it they stay those of ' +
      'its last quarter; `times_note` states the times of value and level.',
    response: TripwiresAnswer,
    responseDescription: 'Every wire, the budget, and the one-minute feed',
    example: readExample(import.meta.url, './tripwires-example.json'),
    topics: ['tripwires', 'sources'],
    async load(context) {
      const now = await readNow(context)
      const { day } = eastern(now)
      const bounds = { from: instantAt(day, '00:00'), to: instantAt(addDays(day, 1), '00:00') }
      const rows = await context.reader.read((sql) => tripwireRows(sql, bounds))
      return { value: tripwiresDocument(rows, now, null) }
    },
    empty: (reason, context) => tripwiresDocument(null, knownNow(context), reason),
  }),
]
