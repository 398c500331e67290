import { z } from 'zod'
import { PickContracts, PickExits } from '../../shared/domain/contract/screener/evidence.ts'
import { ARCHETYPE_IDS, EXIT_REASONS } from '../../shared/domain/contract/screener-ids.ts'
import { queryInteger } from '../http/parameters.ts'
import { readExample } from '../openapi/read-example.ts'
import { ARCHETYPE_RULE, nothing, screenerRoute } from './screener-route.ts'

const limit = queryInteger({ min: 1, max: 500, default: 50 }, 'maximum number of rows')
const archetype = z
  .enum(ARCHETYPE_IDS, ARCHETYPE_RULE)
  .optional()
  .meta({ description: 'only this archetype', examples: ['oversold_quality'] })

const ContractsQuery = z.object({
  state: z
    .enum(['pending_entry', 'open', 'closed'], 'must be pending_entry, open or closed')
    .optional()
    .meta({ description: 'only contracts in this state', examples: ['open'] }),
  archetype,
  limit,
})
const ExitsQuery = z.object({
  exit_reason: z
    .enum(EXIT_REASONS, `must be one of ${EXIT_REASONS.join(', ')}`)
    .optional()
    .meta({ description: 'only exits of this kind', examples: ['price'] }),
  archetype,
  limit,
})

export const screenerContractsRoutes = [
  screenerRoute({
    path: '/api/v1/screener/pick-contracts',
    summary: 'Locked picks from lock to exit',
    description:
      'What was locked never changes afterwards: the schema refuses it. The entry is the first tradable price after ' +
      'the run; until it is known the state is pending_entry.',
    document: 'screener/pick-contracts',
    response: PickContracts,
    responseDescription: 'Contracts, newest first',
    example: readExample(import.meta.url, './pick-contracts-example.json'),
    query: ContractsQuery,
    empty: (reason) => ({ ...nothing(reason), total: 0, contracts: [] }),
    derive(stored: z.infer<typeof PickContracts>, query: z.infer<typeof ContractsQuery>) {
      const found = stored.contracts.filter(
        (each) =>
          (!query.state || each.state === query.state) && (!query.archetype || each.archetype === query.archetype),
      )
      const isWhole = !query.state && !query.archetype
      return { ...stored, total: isWhole ? stored.total : found.length, contracts: found.slice(0, query.limit) }
    },
  }),
  screenerRoute({
    path: '/api/v1/screener/exits',
    summary: 'Contracts that ended, and why',
    description:
      'A pick leaves the book at its horizon, after a close beyond its invalidation level, after two closes in the ' +
      'adverse extreme of a band entered after the lock, or because the name no longer trades; never because its ' +
      'setup does not fire again.',
    document: 'screener/exits',
    response: PickExits,
    responseDescription: 'Exits, newest first',
    example: readExample(import.meta.url, './exits-example.json'),
    query: ExitsQuery,
    empty: (reason) => ({ ...nothing(reason), total: 0, by_reason: {}, exits: [] }),
    derive(stored: z.infer<typeof PickExits>, query: z.infer<typeof ExitsQuery>) {
      const found = stored.exits.filter(
        (each) =>
          (!query.exit_reason || each.exit_reason === query.exit_reason) &&
          (!query.archetype || each.archetype === query.archetype),
      )
      const isWhole = !query.exit_reason && !query.archetype
      return { ...stored, total: isWhole ? stored.total : found.length, exits: found.slice(0, query.limit) }
    },
  }),
]
