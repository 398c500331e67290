import { z } from 'zod'

/** The steps of filling history, in their order, with the seconds each took on two cores: shares for the estimate. */
export const BACKFILL_STEPS = {
  history: { title: 'vendors’ history files', seconds: 10 },
  members: { title: 'bars of the index members', seconds: 7 },
  chains: { title: 'closing option chains', seconds: 26 },
  days: { title: 'daily rows', seconds: 9 },
  alerts: { title: 'past alerts, judged with the whole history', seconds: 1 },
  recompute: { title: 'first cycles, recomputed with the whole history', seconds: 1 },
  watched: { title: 'past option chains of the watchlist', seconds: 40 },
  companies: { title: 'filings, estimates and reports of companies', seconds: 40 },
  panels: { title: 'panels of companies', seconds: 15 },
  picks: { title: 'runs of the screener over the last sessions', seconds: 40 },
  cycles: { title: 'report cycles of the last sessions', seconds: 56 },
  verdicts: { title: 'verdicts of simulated months', seconds: 40 },
} as const
export type BackfillStep = keyof typeof BACKFILL_STEPS
export const STEPS = Object.keys(BACKFILL_STEPS) as BackfillStep[]

/** The market state is complete before the whole history is, which continues to load for verdicts and the screener. */
export const MARKET_STATE = 'what the market state rests on'

/** A market state reads what the first steps fill; the served one is final once the first cycles are computed again. */
const UNTIL = { states: 'days', served: 'recompute', all: 'verdicts' } as const

export const HistoryLoading = z
  .object({
    step: z.string().describe('what is loading now'),
    done: z.int().describe('number of units of the step that are done'),
    total: z.int().describe('number of units in the step; 0 before it has begun'),
    percent: z.int().min(0).max(99).describe('share of all steps, by the time they usually take'),
    eta_seconds: z.int().nullable().describe('estimated seconds until all is loaded; null in the first moments'),
  })
  .meta({ id: 'HistoryLoading', description: 'History is still being filled: figures that need it may still change' })
export type HistoryLoading = z.infer<typeof HistoryLoading>

export interface StepProgress {
  step: BackfillStep
  done: number
  total: number
}

/** While less than this share is done, an estimate would be a guess. */
const SHARE_MIN = 0.03

/** The part that is still loading; null when nothing is, or when this service fills no history. */
export function historyLoading(
  rows: readonly StepProgress[],
  elapsedSeconds: number,
  until: keyof typeof UNTIL = 'all',
): HistoryLoading | null {
  if (rows.length === 0) return null
  const steps = STEPS.slice(0, STEPS.indexOf(UNTIL[until]) + 1)
  const shareOf = (step: BackfillStep): number => {
    const row = rows.find((each) => each.step === step)
    if (!row) return 0
    return row.total === 0 ? 1 : row.done / row.total
  }
  const current = steps.find((step) => shareOf(step) < 1)
  if (!current) return null
  const seconds = (part: (step: BackfillStep) => number) =>
    steps.reduce((sum, step) => sum + part(step) * BACKFILL_STEPS[step].seconds, 0)
  const share = seconds(shareOf) / seconds(() => 1)
  const row = rows.find((each) => each.step === current)
  return {
    step: BACKFILL_STEPS[current].title,
    done: row?.done ?? 0,
    total: row?.total ?? 0,
    percent: Math.min(99, Math.floor(100 * share)),
    eta_seconds: share < SHARE_MIN ? null : Math.max(1, Math.round((elapsedSeconds * (1 - share)) / share)),
  }
}

/** Returns whether figures that rest on a step may still change: it is loading, or waits for an earlier step. */
export function isStillLoading(loading: Pick<HistoryLoading, 'step'> | null, restsOn: BackfillStep): boolean {
  const current = STEPS.findIndex((step) => BACKFILL_STEPS[step].title === loading?.step)
  return current !== -1 && current <= STEPS.indexOf(restsOn)
}

/** One sentence for reports, status and the terminal; `whole` names what the percentage is a share of. */
export function loadingSentence(
  { step, done, total, percent, eta_seconds }: HistoryLoading,
  whole = 'everything',
): string {
  const units = total === 0 ? '' : ` ${done} of ${total}`
  const left = eta_seconds === null ? '' : `, about ${eta_seconds} s left`
  return `history is loading: ${step}${units}, ${percent} % of ${whole}${left}`
}
