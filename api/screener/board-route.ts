import { ActionBoard } from '../../shared/domain/contract/screener/board.ts'
import { readExample } from '../openapi/read-example.ts'
import { screenerRoute } from './screener-route.ts'

const emptyBoard = (reason: string): ActionBoard => ({
  schema_version: '2026.11',
  rules_version: null,
  as_of: null,
  run: null,
  regime_band: null,
  regime_note: 'No band of falls is known, so nothing new is locked.',
  longs: [],
  shorts: [],
  competing: [],
  overflow_long: [],
  overflow_short: [],
  counts: {
    long: 0,
    short: 0,
    suppressed_long: 0,
    suppressed_short: 0,
    suppressed_stale: 0,
    open_slots_long: 0,
    open_slots_short: 0,
    competing: 0,
    by_reason: {},
  },
  empty_reason: reason,
})

export const screenerBoardRoutes = [
  screenerRoute({
    path: '/api/v1/screener/company-action-board',
    summary: 'The book of locked picks, and what competes for it',
    description:
      'Open picks by side, ripe candidates that compete for free slots, and the tail below the caps. Picks are ' +
      'locked only in the runs of 10:30 and 17:30 Eastern, never when the board is read. A pick leaves the book at ' +
      'its horizon, after a close beyond its invalidation level, or in the adverse extreme of the band, and never ' +
      'for a better-ranked name. Position sizes follow `bettability.chip`; most archetypes are NO-BET until their ' +
      'evidence says otherwise. Decision support, never advice.',
    document: 'screener/board',
    response: ActionBoard,
    responseDescription: 'The board; an empty one says why in `empty_reason`',
    example: readExample(import.meta.url, './board-example.json'),
    empty: emptyBoard,
  }),
]
