import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { decodeJson } from '../decode-text.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { fredFrom, fredObservations } from './fred-rows.ts'
import type { FredSeries } from './fred-series.ts'

const Body = z.object({ count: z.int(), observations: z.array(z.object({ date: z.string(), value: z.string() })) })

/** The official interface: one series per request, the key in the query (FRED accepts it nowhere else). */
export function fredApi(wanted: FredSeries, { required, key }: { required: boolean; key: string }): Feed {
  return {
    id: `fred-api-${wanted.id.toLowerCase()}`,
    vendor: 'fred_api',
    forbidden: 'blocked',
    required,
    request: (context) => ({
      path: '/fred/series/observations',
      query: { series_id: wanted.id, api_key: key, file_type: 'json', observation_start: fredFrom(context) },
      accept: 'json',
    }),
    parse(body, { day }) {
      const parsed = Body.safeParse(decodeJson(body))
      if (!parsed.success)
        throw new AppError('invalid', `${wanted.id}: not the shape of observations`, { cause: parsed.error })
      const { count, observations } = parsed.data
      if (count !== observations.length)
        throw new AppError('invalid', `${wanted.id}: ${count} promised, ${observations.length} sent`)
      const rows = observations.map(({ date, value }) => [date, value] as const)
      return { ...NO_DATA, observations: fredObservations(wanted, rows, day) }
    },
  }
}
