import { html } from 'ghtml'
import type { Answer } from '../answers.ts'
import { caption, card, emptyState, sentence } from '../card.ts'
import type { Known } from '../page-documents.ts'
import { momentWords } from '../words.ts'

type Wires = Answer<'listTripwires'>
type Wire = Wires['wires'][number]
type Breakdown = Answer<'getScoreBreakdown'>

/** The states in which the condition of a wire holds. */
const HOLDS: readonly Wire['state'][] = ['triggered', 'fired']

/** The distance that the list is sorted by, as markup; for a level in points also those, where there is room. */
function distanceWords(wire: Wire): string {
  const { distance, distance_unit: unit, state } = wire
  if (distance === null) return 'distance unknown'
  const points = Math.abs(distance)
  const percent = percentOfLevel(wire)
  const inPoints = `${points.toFixed(points < 1 ? 2 : 1)} points`
  const beside = unit === 'percent' ? '' : html`<span class="roomy">, ${inPoints}</span>`
  const size = percent === null ? inPoints : html`${percent.toFixed(1)} %!${beside}`
  return HOLDS.includes(state) ? html`past it by !${size}` : html`!${size} away`
}

function row(wire: Wire): string {
  const tone = wire.risk_direction === 'risk-up' ? 'bad' : 'good'
  const level = wire.level === null ? (wire.reason ?? 'no level') : levelWords(wire.level)
  return html`<tr><th scope="row">${wire.label}</th><td class="n">${level}</td><td><span class="chip ${tone}">${wire.risk_direction}</span></td><td class="r small from-wide">!${distanceWords(wire)}<br class="narrow-break"> <span class="mute">${wire.state}</span></td></tr>`
}

/** The distance in percent of the level, since points of VIX and of yields do not compare. */
function percentOfLevel({ distance, distance_unit: unit, level }: Wire): number | null {
  const size = Math.abs(distance ?? 0)
  if (unit === 'percent') return size
  return level ? (100 * size) / Math.abs(level) : null
}

/** A level of zero has no percent, so its wire comes last. */
const farness = (wire: Wire): number => percentOfLevel(wire) ?? Number.POSITIVE_INFINITY

/** Levels have two decimals, as prices have, so that their points stand below one another. */
const levelWords = (level: number): string => level.toFixed(2)

/** A minute wire reads prices that are 15 minutes old, so its distances differ from those of the last price. */
function priceTimeWords({ wires }: Wires): string {
  const observed = wires.flatMap(({ feed, observed_at: at }) => (feed === 'minute' && at !== null ? [at] : []))
  const newest = observed.toSorted().at(-1)
  return newest === undefined ? '' : html`prices of !${momentWords(newest)}`
}

/** Levels of an option chain are older than the prices, and overnight they are those of the previous session. */
function chainWords(shown: readonly Wire[]): string {
  const fromChain = shown.filter(({ level_as_of: at }) => at?.includes('T'))
  const [note] = fromChain.flatMap(({ times_note: note }) => note ?? [])
  if (note === undefined) return ''
  return html`<p class="small mute">${fromChain.map(({ label }) => label).join('; ')}: ${note}</p>`
}

function lineWords(breakdown: Breakdown | null): string {
  const line = breakdown?.nearest_regime_line
  if (!line) return ''
  const side = line.value > line.threshold ? 'below' : 'above'
  const away =
    line.distance_moves === null ? '' : `, ${Math.abs(line.distance_moves).toFixed(1)} usual daily moves away`
  return html`<p class="key-line"><b>Nearest regime line:</b> ${line.measure} is ${line.value.toFixed(2)}; ${side} ${String(Number(line.threshold.toFixed(2)))} the regime would read <b>${line.regime_if_crossed ?? 'the same'}</b>${away}.</p>`
}

/** The live levels nearest to the market, at most `shown`, and the line that would change the regime. */
export function flipsCard(tripwires: Known<Wires>, breakdown: Known<Breakdown>, shown: number): string {
  return card({
    title: 'What would flip it',
    width: 7,
    source: '/api/v1/tripwires',
    document: tripwires,
    aside: priceTimeWords,
    body({ wires, reason }) {
      const known = wires.filter(({ distance }) => distance !== null)
      const nearest = known.toSorted((a, b) => farness(a) - farness(b)).slice(0, shown)
      const list =
        nearest.length === 0
          ? emptyState(sentence(reason ?? 'no live level is known'))
          : html`<table>!${caption('Live levels')}<thead><tr><th>Live level, nearest first</th><th class="n">At</th><th>Means</th><th class="r">Distance, % of the level</th></tr></thead><tbody>!${nearest.map(row)}</tbody></table>!${chainWords(nearest)}`
      return html`!${lineWords(breakdown.value)}!${list}`
    },
  })
}
