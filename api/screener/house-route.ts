import { ScreenerHouse } from '../../shared/domain/contract/screener/house.ts'
import { readExample } from '../openapi/read-example.ts'
import { screenerRoute } from './screener-route.ts'

export const screenerHouseRoutes = [
  screenerRoute({
    path: '/api/v1/screener/house',
    summary: 'What locked picks earn when they are traded',
    description:
      'Two trading accounts of the service’s own act on every lock through the public API, as any client could: one ' +
      'at equal size, one sized by chip. Each traded return is shown with the graded one, and the difference is ' +
      'split into spread, impact, timing and misses.',
    document: 'screener/house',
    response: ScreenerHouse,
    responseDescription: 'Both accounts with their curves and picks',
    example: readExample(import.meta.url, './house-example.json'),
    empty: (reason) => ({
      schema_version: '2026.11',
      as_of: null,
      reason,
      accounts: [],
      note: 'The accounts trade through the public API.',
    }),
    noDocument: 'the house accounts have not traded yet; they begin in the first session after the service started',
  }),
]
