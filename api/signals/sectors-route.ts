import { z } from 'zod'
import { SectorShares } from '../../shared/domain/contract/sector-shares.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { SNAPSHOT_KEY } from '../../shared/postgres/signals/cycle-documents.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { readExample } from '../openapi/read-example.ts'
import { blockFields, blockOf } from './snapshot-block.ts'

const EXAMPLE_SNAPSHOT = readExample<SignalsSnapshot>(import.meta.url, './signals-example.json')

const { status: _status, sectors, ...single } = SectorShares.shape
type Nullable<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodNullable<S[K] & z.ZodType> }
const nullable = <S extends Record<string, z.ZodType>>(shape: S): Nullable<S> =>
  Object.fromEntries(
    Object.entries(shape).map(([key, schema]) => [key, schema.nullable().describe(schema.description ?? '')]),
  ) as Nullable<S>

const SectorsAnswer = z.object({ ...blockFields, ...nullable(single), sectors })

const block = blockOf('sector_breadth', SectorShares, {
  ...(Object.fromEntries(Object.keys(single).map((key) => [key, null])) as Record<keyof typeof single, null>),
  sectors: [],
})

export const signalsSectorsRoutes = [
  cycleRoute({
    path: '/api/v1/signals/sectors',
    tag: 'signals',
    summary: 'Breadth by sector',
    description:
      'The members of each GICS sector that closed above their own 50-day and 200-day average, and the members that ' +
      'have an average. Members with too few closes are not counted, and no close is carried forward.',
    response: SectorsAnswer,
    responseDescription: 'The sectors, strongest first, or the reason why there are none',
    example: block.derive(EXAMPLE_SNAPSHOT),
    document: SNAPSHOT_KEY,
    ...block,
  }),
]
