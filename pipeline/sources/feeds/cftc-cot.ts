import { z } from 'zod'
import type { SeriesId } from '../../../shared/domain/market/series.ts'
import { AppError } from '../../../shared/errors.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import { checkedObservations } from '../checked-observations.ts'
import { decimal } from '../decimal.ts'
import { decodeJson } from '../decode-text.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { isoDay } from '../vendor-day.ts'

/** Every number is a string. The vendor misspells the spread column of this report, which we do not need. */
const Rows = z.array(
  z.object({
    report_date_as_yyyy_mm_dd: z.string().regex(/^\d{4}-\d{2}-\d{2}T00:00:00\.000$/),
    cftc_contract_market_code: z.string(),
    open_interest_all: z.string(),
    noncomm_positions_long_all: z.string(),
    noncomm_positions_short_all: z.string(),
    comm_positions_long_all: z.string(),
    comm_positions_short_all: z.string(),
  }),
)
type Row = z.infer<typeof Rows>[number]
type Column = Exclude<keyof Row, 'report_date_as_yyyy_mm_dd' | 'cftc_contract_market_code'>

/** The legacy report, futures only, which has history since the contract began. */
const DATASET = '6dca-aqww'
/** E-mini S&P 500, by code: its name changed in 2022, and micro contracts have it too. */
const CONTRACT = '13874A'
/** A government shutdown delays the report by weeks. */
const LATEST_DAYS = 84
const HISTORY_FROM = '2000-01-01'
const ROWS_MAX = 5_000

const SERIES: readonly { series: SeriesId; value(of: (column: Column) => number): number }[] = [
  {
    series: 'cot_es_noncommercial_net',
    value: (of) => of('noncomm_positions_long_all') - of('noncomm_positions_short_all'),
  },
  { series: 'cot_es_commercial_net', value: (of) => of('comm_positions_long_all') - of('comm_positions_short_all') },
  { series: 'cot_es_open_interest', value: (of) => of('open_interest_all') },
]

/** Positions at Tuesday's close, in contracts, released on Friday at 15:30. */
export const cftcCot: Feed = {
  id: 'cftc-cot',
  vendor: 'cftc',
  forbidden: 'blocked',
  required: true,
  request: ({ day, mode }) => ({
    path: `/resource/${DATASET}.json`,
    query: {
      $where: `cftc_contract_market_code='${CONTRACT}' AND report_date_as_yyyy_mm_dd>='${
        mode === 'history' ? HISTORY_FROM : addDays(day, -LATEST_DAYS)
      }'`,
      $order: 'report_date_as_yyyy_mm_dd DESC',
      $limit: String(ROWS_MAX),
    },
    accept: 'json',
  }),
  parse(body, { day: today }) {
    const parsed = Rows.safeParse(decodeJson(body))
    if (!parsed.success) throw new AppError('invalid', 'not the rows of a positions report', { cause: parsed.error })
    if (parsed.data.some((row) => row.cftc_contract_market_code !== CONTRACT))
      throw new AppError('invalid', 'the report is about another contract')
    const observations = SERIES.flatMap(({ series, value }) =>
      checkedObservations(
        series,
        parsed.data.map((row) => {
          const of = (column: Column) => positions(row[column], column)
          return [isoDay(row.report_date_as_yyyy_mm_dd.slice(0, 10)), value(of)] as const
        }),
        today,
      ),
    )
    return { ...NO_DATA, observations }
  },
}

function positions(text: string, column: Column): number {
  const contracts = decimal(text, column)
  if (contracts < 0) throw new AppError('invalid', `${column} is negative`)
  return contracts
}
