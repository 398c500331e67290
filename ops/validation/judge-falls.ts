import { knownHistory } from '../../pipeline/history/known-history.ts'
import type { MarketInputs } from '../../pipeline/inputs/market-inputs.ts'
import { shown, shownOrNull } from '../../pipeline/maths/shown.ts'
import { RISK_RULES_VERSION } from '../../pipeline/risk/evening.ts'
import { type FallWalk, walkFalls } from '../../pipeline/risk/falls.ts'
import { BAND_SHARE, nextSessionCoverage } from '../../pipeline/risk/next-session.ts'
import { DRAWDOWN_SESSIONS, DRAWDOWN_SHARE } from '../../pipeline/risk/outcomes.ts'
import { reliabilityOf } from '../../pipeline/risk/reliability.ts'
import { thirdsDocument } from '../../pipeline/risk/reliability-document.ts'
import { type StateHistory, stateHistory } from '../../pipeline/risk/state-history.ts'
import type { RivalTable } from '../../shared/domain/contract/drawdown-risk.ts'
import type { Observation } from '../../shared/domain/market/observation.ts'
import { type Rival, rivalsOf } from './rivals.ts'

export interface FallJudgement {
  state: StateHistory
  series: MarketInputs['series']
  walk: FallWalk
  /** Everything but the day on which it was computed. */
  table: Omit<RivalTable, 'computed_on'>
}

const METHOD =
  `Each session is stated from the sessions whose ${DRAWDOWN_SESSIONS} following sessions were over by its evening; rivals that ` +
  'are fitted are fitted at the first session of each year, with the same embargo. Every session with SPY, VIX and a ' +
  "rival's reading is judged. Standard errors are of a block bootstrap with blocks of 60 and 120 sessions, the larger " +
  'of both; better and worse need two of them.'

/** The statement of every evening, judged against its outcome and against each rival. */
export function judgeFalls(values: readonly Observation[]): FallJudgement {
  const series: MarketInputs['series'] = Object.fromEntries(knownHistory(values))
  const state = stateHistory({ series })
  const walk = walkFalls(state)
  const { days } = state
  const dayAt = (at: number | undefined) => days[at ?? -1] ?? days[0]!
  const coverage = nextSessionCoverage(state, series)
  return {
    state,
    series,
    walk,
    table: {
      rules_version: RISK_RULES_VERSION,
      data_from: days[0]!,
      data_to: days.at(-1)!,
      judged_from: dayAt(walk.statements[0]?.at),
      judged_to: dayAt(walk.statements.at(-1)?.at),
      drawdown_pct: 100 * DRAWDOWN_SHARE,
      method: METHOD,
      rivals: rivalsOf(state, series, walk).map((rival) => rivalRow(rival, walk)),
      thirds: thirdsDocument(walk.reliability),
      next_session: { n: coverage.n, band_pct: 100 * BAND_SHARE, coverage_pct: shown(100 * coverage.share) },
    },
  }
}

function rivalRow({ key, label, rates }: Rival, { statements }: FallWalk): RivalTable['rivals'][number] {
  const common = statements.flatMap((each) => {
    const base = rates[each.at]!
    return Number.isNaN(base) ? [] : [{ ...each, base }]
  })
  const judged = reliabilityOf(common, DRAWDOWN_SESSIONS)
  return {
    rival: key,
    label,
    n: judged.n,
    effective_n: judged.effectiveN,
    brier: shown(judged.brier ?? 0),
    rival_brier: shown(judged.baseBrier ?? 0),
    skill: shownOrNull(judged.skill),
    skill_error: shownOrNull(judged.skillError),
    verdict: judged.verdict,
    n_needed: judged.nNeeded,
  }
}
