import { z } from 'zod'
import type { CompanyInputs } from '../../pipeline/company/index.ts'
import { fundamentalsPanel } from '../../pipeline/company/index.ts'
import { FundamentalsPanel } from '../../shared/domain/contract/company/fundamentals.ts'
import { filingsKnown } from '../../shared/postgres/company/panels.ts'
import { splitsKnown } from '../../shared/postgres/trading/corporate-actions.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { queryInstant, refuseFuture } from '../cache/as-of.ts'
import { documentRoute } from '../cache/document-route.ts'
import { readNow } from '../database/service-time.ts'
import { refuseMissing } from '../http/errors.ts'
import { readExample } from '../openapi/read-example.ts'
import { nothingKnown, unreadPanel } from './empty-panel.ts'
import { storedPanel } from './panel-route.ts'
import { TickerParams } from './ticker-parameter.ts'

export const companyFundamentalsRoutes = [
  documentRoute({
    path: '/api/v1/company/:ticker/fundamentals',
    class: 'public',
    tag: 'company',
    summary: 'Figures of a company’s filings as they were known',
    description:
      'Quarters, the last twelve months, the balance, margins and growth from the SEC’s company facts, each figure with its filing, tag and whether it was derived. With `as_of` only filings that were accepted by then count, and only splits that were adopted by then. 404 for a ticker that is not scaffolded; a known one without data has nulls, each with its reason.',
    params: TickerParams,
    query: z.object({ as_of: queryInstant('only filings that were known at this instant count') }),
    errors: ['not_found'],
    response: FundamentalsPanel,
    responseDescription: 'The figures',
    example: readExample(import.meta.url, './fundamentals-example.json'),
    topics: ['company'],
    async load(context, { params: { ticker }, query: { as_of: asOf } }) {
      if (asOf === undefined) return await storedPanel(context, ticker, 'fundamentals')
      refuseFuture({ as_of: asOf }, await readNow(context))
      const { day } = eastern(asOf)
      const [known, splits] = await context.reader.read(
        async (sql) =>
          [
            await filingsKnown(sql, ticker, asOf),
            await splitsKnown(sql, { symbols: [ticker], upTo: day, knownBy: asOf }),
          ] as const,
      )
      if (!known) throw refuseMissing('No filing of such a company was known by then.', 'Send a later as_of, or none.')
      const { filings, ...about } = known
      const inputs: CompanyInputs = {
        ...nothingKnown(about, asOf),
        day,
        splits: splits.get(ticker) ?? [],
        filings: filings as CompanyInputs['filings'],
      }
      return { value: fundamentalsPanel(inputs) }
    },
    empty: (reason, _context, { params: { ticker } }) => unreadPanel(ticker, 'fundamentals', reason),
  }),
]
