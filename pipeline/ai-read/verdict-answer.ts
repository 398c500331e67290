import { z } from 'zod'

/** Large members of the S&P 500, whose closes the service stores; SPY itself is what an idea is compared with. */
const IDEA_UNDERLYINGS = [
  'AAPL',
  'AMZN',
  'AVGO',
  'COST',
  'GOOGL',
  'HD',
  'JNJ',
  'JPM',
  'KO',
  'LLY',
  'META',
  'MSFT',
  'NEE',
  'NVDA',
  'PG',
  'UNH',
  'WMT',
  'XOM',
] as const

const share = z.number().min(0).max(1)
const call = (sessions: string) =>
  z
    .strictObject({ label: z.enum(['up', 'down', 'sideways']), confidence: z.int().min(1).max(5) })
    .describe(`SPY over ${sessions} from the first close on; confidence 1 to 5 is a probability of 0.4 to 0.8`)

/** The answer of AI-2's LLM. Its rate and sizes are its own and never served as risk or magnitude. */
export const VerdictAnswer = z.strictObject({
  whats_happening: z.string().min(20).max(700).describe('two to four plain sentences on what is happening now'),
  rate: share.describe('your probability that SPY closes 4 % or more below a higher close within 20 sessions'),
  p_small: share.describe('your probability that the absolute move of sizes.session is below sizes.normal_from_pct'),
  p_normal: share.describe('the same from there to sizes.big_from_pct'),
  p_big: share.describe('the same from sizes.big_from_pct on; the three sum to 1'),
  direction: z.strictObject({ '1d': call('1 session'), '3d': call('3 sessions'), '5d': call('5 sessions') }),
  trade_idea: z
    .strictObject({
      text: z
        .string()
        .min(10)
        .max(240)
        .describe('one or two sentences that name the underlying by its ticker and no other'),
      underlying: z.enum(IDEA_UNDERLYINGS),
      profit_direction: z.enum(['up', 'down']),
      horizon: z.int().min(1).max(20),
    })
    .nullable()
    .describe('an idea that its underlying does better or worse than SPY, or null'),
})
export type VerdictAnswer = z.infer<typeof VerdictAnswer>

/** Words in capitals that name no security to hold; any other may be a ticker. SPY is what an idea is compared with. */
const NO_TICKERS = new Set(
  (
    'SPY VIX SKEW AI US USA USD EU UK ETF ETFS CPI PCE PPI GDP PMI ISM FED FOMC ECB BOJ OPEC SEC EPS PE IPO CEO CFO ' +
    'HY OAS WTI DIX GEX IV RV ATM OTM ITM DTE OI RSI MACD ATR SMA EMA DMA VWAP YTD YOY QOQ Q1 Q2 Q3 Q4 RISK ON OFF ' +
    'PANIC NYSE CBOE NFP JOLTS ADP COT AAII AM PM ET EST EDT'
  ).split(' '),
)

/** An idea is graded by its underlying, so its words must be about that one. */
export function ideaProblem({ text, underlying }: { text: string; underlying: string }): string | null {
  const named = new Set(text.match(/\b[A-Z]{2,5}\b/g) ?? [])
  if (!named.has(underlying)) return `its text does not name ${underlying}, its underlying`
  const other = [...named].find((word) => word !== underlying && !NO_TICKERS.has(word))
  return other === undefined ? null : `its text names ${other}, and its underlying is ${underlying}`
}

const SUM_TOLERANCE = 0.01

/** The probabilities of the three sizes, which must sum to one. */
export const sizeProblem = ({ p_small, p_normal, p_big }: VerdictAnswer): string | null =>
  Math.abs(p_small + p_normal + p_big - 1) > SUM_TOLERANCE ? 'p_small, p_normal and p_big do not sum to 1' : null
