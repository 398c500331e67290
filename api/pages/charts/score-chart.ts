import { html } from 'ghtml'
import { counted } from '../../../shared/domain/number-words.ts'
import { dayWords } from '../words.ts'
import { type Drawing, NARROW_WIDTH, picture, stretchesOf } from './picture.ts'

export interface ScoreDay {
  trade_date: string
  regime: string | null
  health_score: number | null
  score_low: number | null
  score_high: number | null
}

interface Size {
  width: number
  height: number
  /** Below it a spell has no room for its name. */
  spellNameMin: number
}
const WIDE: Size = { width: 720, height: 190, spellNameMin: 72 }
const NARROW: Size = { width: NARROW_WIDTH, height: 170, spellNameMin: 66 }
const LEFT = 26
const TOP = 16
const BOTTOM = 20

interface Spell {
  regime: string
  from: number
  to: number
}

/** Consecutive sessions of one regime; a session without a label belongs to a spell of its own, UNKNOWN. */
export function spellsOf(days: readonly Pick<ScoreDay, 'regime'>[]): Spell[] {
  const spells: Spell[] = []
  for (const [at, { regime }] of days.entries()) {
    const name = regime ?? 'UNKNOWN'
    const last = spells.at(-1)
    if (last?.regime === name) last.to = at
    else spells.push({ regime: name, from: at, to: at })
  }
  return spells
}

function draw(days: readonly ScoreDay[], { width, height, spellNameMin }: Size): Drawing {
  const step = (width - LEFT - 6) / Math.max(1, days.length - 1)
  const x = (at: number): string => (LEFT + at * step).toFixed(1)
  const y = (score: number): string => (TOP + (1 - score / 100) * (height - TOP - BOTTOM)).toFixed(1)
  const spells = spellsOf(days).map(({ regime, from, to }) => {
    const wide = Math.min((to - from + 1) * step, width - 6 - LEFT - from * step)
    const name = wide >= spellNameMin ? html`<text class="m" x="${x(from)}" y="11">${regime}</text>` : ''
    return html`<rect class="spell ${regime}" x="${x(from)}" y="${String(TOP)}" width="${wide.toFixed(1)}" height="${String(height - TOP - BOTTOM)}"></rect>!${name}`
  })
  const lines = [25, 50, 75].map(
    (score) =>
      html`<line class="axis" x1="${String(LEFT)}" x2="${String(width - 6)}" y1="${y(score)}" y2="${y(score)}"></line><text class="m" x="0" y="${y(score - 2)}">${String(score)}</text>`,
  )
  const runs = stretchesOf(days.map(({ health_score }) => health_score)).map((run) => {
    const upper = run.map((at) => `${x(at)},${y(days[at]!.score_high ?? days[at]!.health_score!)}`)
    const lower = run.map((at) => `${x(at)},${y(days[at]!.score_low ?? days[at]!.health_score!)}`).reverse()
    const points = run.map((at) => `${x(at)},${y(days[at]!.health_score!)}`)
    return html`<polygon class="range" points="${[...upper, ...lower].join(' ')}"></polygon><polyline class="line" points="${points.join(' ')}"></polyline>`
  })
  const first = days[0]!.trade_date
  const last = days.at(-1)!.trade_date
  return {
    width,
    height,
    shapes: html`!${spells}!${lines}!${runs}<text class="m" x="${String(LEFT)}" y="${String(height - 5)}">${dayWords(first)}</text><text class="m" x="${String(width - 6)}" y="${String(height - 5)}" text-anchor="end">${dayWords(last)}</text>`,
  }
}

/** The score with its bounds over the given days, regime spells behind it; drawn for a wide and for a narrow screen. */
export function scoreChart(days: readonly ScoreDay[]): string {
  const scores = days.flatMap(({ health_score }) => (health_score === null ? [] : [health_score]))
  if (scores.length < 2) return ''
  const label =
    `Health score of ${days.length} sessions from ${dayWords(days[0]!.trade_date)} to ${dayWords(days.at(-1)!.trade_date)}: ` +
    `between ${Math.min(...scores)} and ${Math.max(...scores)}, last ${scores.at(-1)}, in ${counted(spellsOf(days).length, 'regime spell')}`
  return picture(label, { wide: draw(days, WIDE), narrow: draw(days, NARROW) })
}
