import { html } from 'ghtml'
import { counted } from '../../../shared/domain/number-words.ts'
import { sessionsBetween } from '../../../shared/time/calendar.ts'
import { dayWords } from '../../../shared/time/eastern-words.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence } from '../card.ts'
import { scoreChart } from '../charts/score-chart.ts'
import type { Known } from '../page-documents.ts'
import { momentWords } from '../words.ts'
import { pillarRows } from './pillars.ts'

type Signals = Answer<'getLatestSignals'>
type History = Answer<'getSignalHistory'>
type Log = Answer<'getRegimeLog'>
type Fragility = Answer<'getFragility'>

const TONES = {
  'RISK-ON': 'good',
  CAUTIOUS: 'warn',
  'RISK-OFF': 'bad',
  TRANSITIONAL: 'warn',
  PANIC: 'bad',
} as const
const regimeBadge = (regime: Signals['regime']): string =>
  html`<span class="badge ${regime === null ? 'flat' : TONES[regime]}">${regime ?? 'no regime'}</span>`

function boundsWords({ score_low: low, score_high: high, live_points: points }: Signals): string {
  if (low === null || high === null) return 'bounds unknown'
  return low === high
    ? `${points} of 100 points have a reading`
    : `bounds ${low} to ${high}: ${points} points have a reading`
}

/** Between sessions, and while cycles fail, the newest state is hours or days old. */
const asOfWords = ({ as_of: at }: Signals): string => (at == null ? '' : html`as of !${momentWords(at)}; `)

interface Spell {
  from: string
  /** True where it may have begun before. */
  isOlder: boolean
  sessions: number
}

const LATER = 'Its duration is available once the history is loaded.'

/** The beginning of the present regime as its reason states it, up to a session; the log begins with the service. */
function statedSpell(now: Signals, to: string): Spell | null {
  const { regime_since: from } = now
  if (from == null || from > to) return null
  const isOlder = 'regime_is_older' in now && now.regime_is_older === true
  return { from, isOlder, sessions: sessionsBetween(from as TradingDay, to as TradingDay).length }
}

function spellWords({ value: log, isPartial }: Known<Log>, now: Signals): string {
  const { regime, trade_date: session } = now
  if (isPartial) return regime === null ? '' : html`<div class="small mute">${LATER}</div>`
  const current = log?.current
  if (!current) return ''
  const [, before] = log.spells
  // After sessions without a row, and at the first row of all, the spell may have begun before.
  const isBeginSeen = before ? before.ended_by === 'change' : log.from !== null && current.from < log.from
  const logged = { from: current.from, isOlder: !isBeginSeen, sessions: current.sessions }
  const stated = current.regime === regime ? statedSpell(now, current.to) : null
  const { from, isOlder, sessions } = stated ?? logged
  const spell = `since ${dayWords(from)}${isOlder ? ' or earlier' : ''}, ${counted(sessions, 'closed session')}`
  if (current.regime === regime) return html`<div class="small mute">${spell}</div>`
  // The closes of a session decide its regime only after its last cycle; the regime of a newer session has no spell
  // yet.
  const isDecidedLater = session !== null && current.to >= session
  const words = isDecidedLater
    ? `until the closes of ${dayWords(current.to)}, by which it is ${current.regime} ${spell}`
    : `new today; before it ${current.regime} ${spell}`
  return html`<div class="small mute">${words}</div>`
}

function fragilityWords(fragility: Fragility | null): string {
  if (fragility?.score == null)
    return html`<div class="small mute">Fragility: ${fragility?.reason ?? 'not known'}</div>`
  return html`<div class="small">Fragility ${String(Math.round(fragility.score))} of 100, ${fragility.rating ?? 'unrated'}</div>`
}

const MAY_CHANGE = 'History is still loading, so first days and percentiles may change.'

interface ShownReason {
  /** Markup. */
  pillars: string
  isPartial: boolean
}

/** The reason of the regime is long, so it opens on demand where the pillars say it in short. */
function reasonWords({ regime_reason: reason }: Signals, { pillars, isPartial }: ShownReason): string {
  if (reason === null) return html`<p class="small">No reason for the regime is known.</p>`
  const words = `${sentence(reason)}${isPartial ? ` ${MAY_CHANGE}` : ''}`
  if (pillars === '') return html`<p class="small">${words}</p>`
  return html`<details class="small"><summary>Why, in full</summary><p>${words}</p></details>`
}

/** The daily row of the session, so that the end of the chart and a number of the history have their name. */
function dailyRowWords({ daily_row: row }: Signals): string {
  if (!row) return ''
  const name = row.state === 'final' ? 'Final for the day' : 'For the day, until 20:00 ET'
  const { health_score: score, difference } = row
  if (score === null) return html`<div class="small">${name}: no score</div>`
  const compared =
    difference === null
      ? ''
      : difference === 0
        ? ' (as in the last cycle)'
        : ` (${difference > 0 ? '+' : '−'}${Math.abs(difference)} from the last cycle)`
  return html`<div class="small">${name}: ${String(score)}${compared}</div>`
}

interface StateDocuments {
  signals: Known<Signals>
  history: Known<History>
  log: Known<Log>
  fragility: Known<Fragility>
  breakdown: Known<Answer<'getScoreBreakdown'>>
}

/** The state of the market in one look: regime, score, how long, the pillars that decide it, and the score's own past. */
export function marketStateCard({ signals, history, log, fragility, breakdown }: StateDocuments): string {
  return card({
    title: 'Market state',
    width: 5,
    source: '/api/v1/signals/latest',
    document: signals,
    aside: (now) => html`!${asOfWords(now)}${now.health_score === null ? '' : boundsWords(now)}`,
    body(now) {
      const score =
        now.health_score === null
          ? html`<p><b>No health score:</b> ${now.health_score_reason ?? 'no reason is known'}</p>`
          : html`<div class="score">${String(now.health_score)}<small>of 100</small></div>`
      const pillars = pillarRows(breakdown.value)
      const days = history.value?.data ?? []
      const chart =
        days.length > 1 ? scoreChart(days, now.health_score) : emptyState('No history of the score is available yet.')
      return html`<div class="hero">!${score}<div>!${regimeBadge(now.regime)}!${spellWords(log, now)}!${dailyRowWords(now)}!${fragilityWords(fragility.value)}</div></div>
!${pillars}
!${chart}
!${reasonWords(now, { pillars, isPartial: signals.isPartial ?? false })}`
    },
  })
}
