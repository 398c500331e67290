import { html } from 'ghtml'
import { counted } from '../../../shared/domain/number-words.ts'
import { dayWords, weekdayWords } from '../../../shared/time/eastern-words.ts'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence, wideTable } from '../card.ts'
import type { Known } from '../page-documents.ts'
import { changeWords, momentWords } from '../words.ts'

type Board = Answer<'getActionBoard'>
type Row = Board['longs'][number]
type Candidates = Answer<'listCandidates'>

const TONES = { BETTABLE: 'good', PROBATION: 'warn', 'NO-BET': 'flat' } as const
const SIDES = { long_recovery: '▲ long', short_fragility: '▼ short' } as const

/** Entry, invalidation and countdown of a locked pick; a pick without an entry price is marked. */
function contractWords({ contract, direction }: Row): string {
  if (!contract) return html`<span class="mute">no contract</span>`
  if (contract.entry === null) return html`<span class="chip warn">entry pending</span>`
  const moved = contract.return === null ? '' : html`, <b>${changeWords(contract.return, 1)}</b>`
  const split = contract.shares_since_entry === undefined ? '' : html`restated for a split<br>`
  return html`${contract.entry.price.toFixed(2)}<br><span class="small mute">!${split}ends ${direction === 'long_recovery' ? 'below' : 'above'} ${contract.invalidation?.toFixed(2) ?? 'an unknown price'}<br><span class="nowrap">${contract.countdown}!${moved}</span></span>`
}

function pickRow(row: Row): string {
  const { ticker, archetype_label: label, direction, conviction, bettability, trust, why, live_signal: conflict } = row
  const { chip, tier_reasons: reasons } = bettability
  const note = conflict ? html`<br><span class="small warn">${conflict.note}</span>` : ''
  return html`<tr role="row"><th scope="row" role="rowheader"><b>${ticker}</b><br><span class="small mute nowrap">${SIDES[direction]}</span></th><td role="cell">${label} <span class="chip ${TONES[chip]}">${chip}</span> <span class="small mute">${conviction === null ? 'no conviction' : `conviction ${conviction}`}</span><br><span class="small">${sentence(why.join('; '))}</span><br><span class="small mute">${sentence(`${trust.label}; ${reasons.join('; ')}`)}</span>!${note}</td><td class="r" role="cell">!${contractWords(row)}</td></tr>`
}

const DAY_CHARS = '2026-11-20'.length

/**
 * On a phone a row is a grid, so each part has an explicit role: some browsers derive the role only from the display
 * property.
 */
const PICKS = '<table class="picks" role="table">'
const HEADINGS = html`<th>Pick</th><th>Setup and its trust</th><th class="r">Entry</th>`

interface PicksInput {
  board: Known<Board>
  candidates: Known<Candidates>
  /** The Eastern date. */
  today: string | null
  /** Names of a strip, at most. */
  shown: number
}

/** Open picks, one row each, with the strings of the server as they are. */
export function picksCard({ board, candidates, today, shown }: PicksInput): string {
  return card({
    title: 'Picks',
    width: 12,
    source: '/api/v1/screener/company-action-board',
    document: board,
    aside: ({ counts, as_of: at }) =>
      at === null
        ? ''
        : html`run of !${momentWords(at)}; ${counts.long} long, ${counts.short} short; free slots ${counts.open_slots_long} and ${counts.open_slots_short}`,
    body(value) {
      const rows = [...value.longs, ...value.shorts]
      const table =
        rows.length === 0
          ? emptyState(sentence(value.empty_reason ?? 'the book is empty'))
          : wideTable('open picks', HEADINGS, rows.map(pickRow), PICKS)
      return html`!${table}<p class="note mute">${value.regime_note}</p>!${waiting(value, { today, shown })}!${probes(candidates, { today, shown })}`
    },
  })
}

/** The board counts sessions back from its own day; on a later one, as on a Sunday, the day itself is said. */
function firedWords({ last_fired: day, last_fired_sessions_ago: ago }: Row, isOfToday: boolean): string {
  if (!isOfToday) return `fired on ${weekdayWords(day)}`
  return ago === 0 ? 'fired today' : `${counted(ago, 'session')} ago`
}

const named = (row: Row, isOfToday: boolean): string =>
  html`<span class="chip name">${row.ticker} <span class="small mute">${row.archetype_label}, ${firedWords(row, isOfToday)}</span></span>`

/** Two strips that are display only: ripe and waiting, and ripe but below the cap. */
function waiting(board: Board, { today, shown }: { today: string | null; shown: number }): string {
  const { as_of: at, competing, overflow_long: long, overflow_short: short } = board
  if (at === null) return ''
  const chips = (rows: readonly Row[]): string[] => rows.map((row) => named(row, at.slice(0, DAY_CHARS) === today))
  return html`!${strip('Ripe and waiting', chips(competing), shown)}!${strip('Ripe, below the cut-off', chips([...long, ...short]), shown)}`
}

/** Names in a row, the first of them; `words` and `names` are markup. */
function strip(words: string, names: readonly string[], shown: number): string {
  const more = names.length - shown
  const rest =
    more > 0
      ? html`<details><summary>${String(more)} more</summary><div class="strip">!${names.slice(shown)}</div></details>`
      : ''
  return html`<div class="strip"><span class="mute">!${words}</span>!${names.length === 0 ? html`<span>none</span>` : names.slice(0, shown)}!${rest}</div>`
}

/** Candidates of the newest digest whose archetype is calibrated; nothing without a digest, and amber if it is old. */
function probes(candidates: Known<Candidates>, { today, shown }: { today: string | null; shown: number }): string {
  const digest = candidates.value?.digest
  if (!digest || digest.date === null) return ''
  const { date, candidates: found } = digest
  const names = found.map(
    ({ ticker, label, score }) =>
      html`<span class="chip name">${ticker} <span class="small mute">${label}, ${score}</span></span>`,
  )
  const tone = date === today ? 'mute' : 'warn'
  return strip(html`Probe list, digest of <span class="${tone}">${dayWords(date)}</span>`, names, shown)
}
