import { z } from 'zod'
import { ScreenerCandidates } from '../../shared/domain/contract/screener/board.ts'
import type { ScreenerUniverse } from '../../shared/domain/contract/screener/evidence.ts'
import { ARCHETYPE_IDS, PICK_SIDES } from '../../shared/domain/contract/screener-ids.ts'
import { readModel } from '../../shared/postgres/signals/read-models.ts'
import { documentRoute } from '../cache/document-route.ts'
import { TickerParams } from '../company/ticker-parameter.ts'
import { refuseMissing } from '../http/errors.ts'
import { queryInteger } from '../http/parameters.ts'
import { readExample } from '../openapi/read-example.ts'
import { ARCHETYPE_RULE, NO_RUN, nothing, screenerRoute } from './screener-route.ts'

const empty = (reason: string): ScreenerCandidates => ({
  ...nothing(reason),
  total: 0,
  candidates: [],
  digest: { date: null, candidates: [] },
})

/** A name without a bar was not scanned: nothing is known about it. */
const whyNone = ({ ticker, scanned }: z.infer<typeof ScreenerUniverse>['names'][number]): string =>
  scanned === false
    ? `the newest run could not read ${ticker}, because it has no bar of the newest session or less than a year of them`
    : `no archetype fires on ${ticker} in the newest run`

const CandidatesQuery = z.object({
  side: z
    .enum(PICK_SIDES, 'must be long or short')
    .optional()
    .meta({ description: 'only this side', examples: ['long'] }),
  archetype: z
    .enum(ARCHETYPE_IDS, ARCHETYPE_RULE)
    .optional()
    .meta({ description: 'only this archetype', examples: ['oversold_quality'] }),
  ripe: z
    .enum(['true', 'false'], 'must be true or false')
    .optional()
    .meta({ description: 'true: only ripe candidates; false: only the others', examples: ['true'] }),
  limit: queryInteger({ min: 1, max: 1_000, default: 200 }, 'maximum number of candidates'),
})

const EXAMPLE = readExample<ScreenerCandidates>(import.meta.url, './candidates-example.json')

export const screenerCandidatesRoutes = [
  screenerRoute({
    path: '/api/v1/screener/candidates',
    summary: 'Every setup that the newest run saw',
    description:
      'Ripe, waiting and stale setups of the newest run with score, conviction and the reason why each took no slot. ' +
      'Ripe ones that the deep scan did not reach carry their last conviction with its age and are NO-BET.',
    document: 'screener/candidates',
    response: ScreenerCandidates,
    responseDescription: 'Candidates, best board score first',
    example: EXAMPLE,
    query: CandidatesQuery,
    empty,
    derive(stored: ScreenerCandidates, { side, archetype, ripe, limit }: z.infer<typeof CandidatesQuery>) {
      const direction = side && { long: 'long_recovery', short: 'short_fragility' }[side]
      const found = stored.candidates.filter(
        (each) =>
          (!direction || each.direction === direction) &&
          (!archetype || each.archetype === archetype) &&
          (ripe === undefined || each.ripe === (ripe === 'true')),
      )
      return { ...stored, total: found.length, candidates: found.slice(0, limit) }
    },
  }),
  documentRoute({
    path: '/api/v1/screener/candidates/:ticker',
    class: 'public',
    tag: 'screener',
    summary: 'The setups of one name in the newest run',
    description:
      'Every archetype that fires or fired on the name within ten sessions. 404 for a name outside the universe.',
    params: TickerParams,
    errors: ['not_found'],
    response: ScreenerCandidates,
    responseDescription: 'Its candidates; none is an empty list with a reason',
    example: { ...EXAMPLE, total: 1, candidates: EXAMPLE.candidates.slice(0, 1) },
    topics: ['screener'],
    async load({ reader }, { params: { ticker } }) {
      const [stored, universe] = await Promise.all([
        reader.read((sql) => readModel(sql, 'screener/candidates')),
        reader.read((sql) => readModel(sql, 'screener/universe')),
      ])
      if (!stored || !universe) return { value: empty(NO_RUN) }
      const { names } = JSON.parse(universe.body) as z.infer<typeof ScreenerUniverse>
      const name = names.find((each) => each.ticker === ticker)
      if (!name)
        throw refuseMissing(
          'The screener follows no such company.',
          'GET /api/v1/screener/universe lists those it follows.',
        )
      const all = JSON.parse(stored.body) as ScreenerCandidates
      const own = all.candidates.filter((each) => each.ticker === ticker)
      const reason = own.length > 0 ? null : whyNone(name)
      return { value: { ...all, reason, total: own.length, candidates: own } }
    },
    empty,
  }),
]
