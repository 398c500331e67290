import { z } from 'zod'
import type { ChainAnalysis } from '../../shared/domain/contract/gamma.ts'
import type { OptionChain } from '../../shared/domain/market/option-chain.ts'
import { TradingDay } from '../../shared/time/trading-day.ts'
import { analyseChain, type KnownRate } from '../gamma/analyse-chain.ts'
import { reportMove } from '../gamma/report-move.ts'
import { volatilitySlices } from '../gamma/volatility-slices.ts'
import { iv30, skew25, termStructure } from '../gamma/volatility-surface.ts'

const number = z.number().nullable()
const Read = z.object({ value: number, how: z.string().nullable(), reason: z.string().nullable() })

/** The stored row of a name's chain in a session. */
export const OptionRow = z.object({
  spot: z.number(),
  quoted_at: z.iso.datetime(),
  iv30: Read,
  skew_25_delta: Read,
  term: z.array(
    z.object({
      expiration: TradingDay,
      days: z.number(),
      atm_iv: number,
      straddle: number,
      implied_move: number,
    }),
  ),
  report: z
    .object({
      day: TradingDay,
      implied_move: number,
      level_without: number,
      how: z.string().nullable(),
      reason: z.string().nullable(),
    })
    .nullable(),
  call_open_interest: z.number(),
  put_open_interest: z.number(),
  /** Absent in rows that an earlier version stored. */
  expirations: z.array(z.object({ expiration: TradingDay, open_interest: z.number() })).optional(),
  call_volume: z.number(),
  put_volume: z.number(),
  call_wall: number,
  put_wall: number,
  zero_gamma: number,
  net_gamma_usd_per_pct: number,
})
export type OptionRow = z.infer<typeof OptionRow>

/** An expiration this near has ended with the session whose closing chain this is; its volatility means nothing. */
const ENDED_DAYS = 1 / 24
/** Expirations whose move is stored; later ones move as these do. */
const TERM_MAX = 12

const digits = (value: number | null): number | null => (value === null ? null : Number(value.toPrecision(8)))

const openByExpiration = ({ contracts }: OptionChain): OptionRow['expirations'] =>
  [...Map.groupBy(contracts, ({ expiration }) => expiration)]
    .map(([expiration, group]) => ({
      expiration,
      open_interest: group.reduce((total, { openInterest }) => total + openInterest, 0),
    }))
    .toSorted((a, b) => a.expiration.localeCompare(b.expiration))

/** The figures of a chain for its stored row, with the move that the next report implies. */
export function optionRow(
  chain: OptionChain,
  { rate, nextReport }: { rate: KnownRate; nextReport: TradingDay | null },
): { row: OptionRow; analysis: ChainAnalysis } {
  const { slices } = volatilitySlices(chain, rate.rate)
  const analysis = analyseChain(chain, rate)
  const move = nextReport === null ? null : reportMove(slices, nextReport)
  const sum = (right: 'call' | 'put', of: 'openInterest' | 'volume') =>
    chain.contracts.reduce((total, contract) => total + (contract.right === right ? contract[of] : 0), 0)
  const [level, skew] = [iv30(slices), skew25(slices)]
  return {
    analysis,
    row: {
      spot: chain.spot,
      quoted_at: chain.quotedAt.toISOString(),
      iv30: { ...level, value: digits(level.value) },
      skew_25_delta: { ...skew, value: digits(skew.value) },
      term: termStructure(slices)
        .filter(({ days }) => days > ENDED_DAYS)
        .slice(0, TERM_MAX)
        .map(({ expiration, days, atm_iv, straddle, implied_move }) => ({
          expiration,
          days: Math.round(days * 100) / 100,
          atm_iv: digits(atm_iv),
          straddle: digits(straddle),
          implied_move: digits(implied_move),
        })),
      report:
        move === null
          ? null
          : {
              day: move.report,
              implied_move: digits(move.implied_move),
              level_without: digits(move.level_without),
              how: move.how,
              reason: move.reason,
            },
      call_open_interest: sum('call', 'openInterest'),
      put_open_interest: sum('put', 'openInterest'),
      expirations: openByExpiration(chain),
      call_volume: sum('call', 'volume'),
      put_volume: sum('put', 'volume'),
      call_wall: analysis.call_wall,
      put_wall: analysis.put_wall,
      zero_gamma: analysis.zero_gamma,
      net_gamma_usd_per_pct: analysis.net_gamma_usd_per_pct,
    },
  }
}
