import { loadingSentence, MARKET_STATE } from '../../shared/domain/contract/history-loading.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { ScenarioName } from '../../shared/domain/scenario.ts'
import { escapeMarkdown } from './markdown.ts'

/** Puts regime and score first, for a reader with ten seconds. */
export function statusSection(
  snapshot: SignalsSnapshot,
  dataMode: 'live' | 'simulated',
  scenario: ScenarioName = 'none',
): string {
  const paragraphs = [
    `${regimeLine(snapshot)} ${scoreLine(snapshot)}`,
    escapeMarkdown(snapshot.regime_reason),
    ...(snapshot.bridge_text === null ? [] : [escapeMarkdown(snapshot.bridge_text)]),
    escapeMarkdown(snapshot.leading_lagging_read),
    ...loadingLines(snapshot),
    ...(dataMode === 'simulated' ? [simulatedLine(scenario)] : []),
  ]
  return ['## Market status', ...paragraphs].join('\n\n')
}

const simulatedLine = (scenario: ScenarioName): string =>
  `All figures come from the market simulator${scenario === 'none' ? '' : `, in its scenario ${scenario}`}, not from a market.`

function loadingLines({ history_loading: loading }: SignalsSnapshot): string[] {
  if (!loading) return []
  const now = loadingSentence(loading, MARKET_STATE)
  return [
    `**${now[0]!.toUpperCase()}${now.slice(1)}.** Until then percentiles, ranks and dates since when a state holds rest on a part of the past; once it is loaded this report is computed again and the new one names it.`,
  ]
}

const regimeLine = ({ regime }: SignalsSnapshot): string =>
  regime === null ? '**No regime.**' : `Regime **${regime}**.`

function scoreLine({ health_score, health_score_reason, score_low, score_high, live_points }: SignalsSnapshot): string {
  const bounds =
    live_points === 100 && score_low === score_high
      ? 'All 100 points have a reading, each the newest that is public.'
      : `${live_points} of 100 points have a reading; with missing and stale inputs at their worst or best, the score lies between ${score_low} and ${score_high}.`
  if (health_score === null)
    return `**No health score**: ${escapeMarkdown(health_score_reason ?? 'no reason given')}. ${bounds}`
  return `Health score **${health_score} out of 100**. ${bounds}`
}
