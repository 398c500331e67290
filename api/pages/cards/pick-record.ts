import { html } from 'ghtml'
import { dayWords } from '../../../shared/time/eastern-words.ts'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence, wideTable } from '../card.ts'
import type { Known } from '../page-documents.ts'
import { changeWords, percentWords } from '../words.ts'

type Exits = Answer<'listPickExits'>
type Exit = Exits['exits'][number]
type BoardRecord = Answer<'getBoardTrackRecord'>

const RECORD_HEADINGS = html`<th>Record</th><th class="r">n</th><th class="r">Blocks</th><th class="r">Excess above 0</th><th class="r">Base rate</th><th class="r">Mean excess</th>`

function recordRow(words: string, figures: BoardRecord['locked']): string {
  const { n, n_effective: effective, hit_rate: rate, interval, base_rate: chance, mean_excess: excess } = figures
  const range = interval
    ? html`<br><span class="small mute nowrap">${percentWords(interval.low)} to ${percentWords(interval.high)}</span>`
    : ''
  return html`<tr><th scope="row">${words}</th><td class="r">${n}</td><td class="r">${effective}</td><td class="r">${percentWords(rate)}!${range}</td><td class="r">${percentWords(chance)}</td><td class="r">${changeWords(excess, 2)}</td></tr>`
}

/** Shows how locked picks came out, next to the rates of chance and the episodes that took no slot. */
export function recordCard(record: Known<BoardRecord>): string {
  return card({
    title: 'Locked picks against those passed over',
    width: 6,
    source: '/api/v1/screener/board-track-record',
    document: record,
    body({ locked, horizon, passed_over: passed, note }) {
      const rows = [
        recordRow('Locked, to the exit', locked),
        recordRow('Locked, whole horizon', horizon),
        recordRow('Passed over, whole horizon', passed),
      ]
      return html`!${wideTable('records', RECORD_HEADINGS, rows)}<p class="note mute">${note}</p>`
    },
  })
}

/** SPY's own move: for a short, the document has it with its sign reversed. */
const spyMove = ({ side, spy_return: move }: Exit): number | null => (move !== null && side === 'short' ? -move : move)

const exitRow = (each: Exit): string =>
  html`<tr><th scope="row">${each.ticker}<br><span class="small mute">${each.side}</span></th><td>${each.exit_reason ?? ''}<br><span class="small mute">${each.exit_date === null ? '' : dayWords(each.exit_date)}</span></td><td class="r">${changeWords(each.return, 1)}</td><td class="r">${changeWords(spyMove(each), 1)}</td><td class="r">${changeWords(each.excess, 1)}</td></tr>`

const EXIT_HEADINGS = html`<th>Pick</th><th>Why</th><th class="r">Return</th><th class="r">SPY</th><th class="r">Excess</th>`
const EXIT_NOTE =
  'A short earns what its name loses. The excess is what the pick earned beyond the same side of SPY, after costs: of a ' +
  'long its return less SPY’s move, of a short its return plus SPY’s move.'

/** Picks that ended, newest first. */
export function exitsCard(exits: Known<Exits>): string {
  return card({
    title: 'Exits',
    width: 6,
    source: '/api/v1/screener/exits',
    document: exits,
    aside: ({ total }) => html`${total} in all`,
    body({ exits: list, reason }) {
      if (list.length === 0) return emptyState(sentence(reason ?? 'no pick has ended yet'))
      return html`!${wideTable('exits', EXIT_HEADINGS, list.map(exitRow))}<p class="note mute">${EXIT_NOTE}</p>`
    },
  })
}
