import { html } from 'ghtml'
import { counted } from '../../../shared/domain/number-words.ts'
import { dayWords } from '../../../shared/time/eastern-words.ts'
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
}
const WIDE: Size = { width: 500, height: 170 }
const NARROW: Size = { width: NARROW_WIDTH, height: 170 }
const LEFT = 24
const RIGHT = 32
const TOP = 16
const BOTTOM = 20
const CHARACTER = 6.9
/** A narrower spell has no room even for the first letter of its name. */
const LETTER_ROOM = 9

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

/** A short spell is named by a letter; RISK-ON has none, so that R means RISK-OFF. */
const LETTERS: Readonly<Record<string, string>> = {
  CAUTIOUS: 'C',
  TRANSITIONAL: 'T',
  'RISK-OFF': 'R',
  PANIC: 'P',
  UNKNOWN: '?',
}

/** The name of a spell, or its letter, as far as it has room for it. */
const spellName = (regime: string, room: number): string =>
  room >= regime.length * CHARACTER ? regime : room >= LETTER_ROOM ? (LETTERS[regime] ?? '') : ''

function draw(days: readonly ScoreDay[], now: number | null, { width, height }: Size): Drawing {
  const step = (width - LEFT - RIGHT) / Math.max(1, days.length - 1)
  const x = (at: number): string => (LEFT + at * step).toFixed(1)
  const y = (score: number): string => (TOP + (1 - score / 100) * (height - TOP - BOTTOM)).toFixed(1)
  const spells = spellsOf(days).map(({ regime, from, to }) => {
    const wide = Math.min((to - from + 1) * step, width - RIGHT - LEFT - from * step)
    const name = spellName(regime, wide)
    return html`<rect class="spell ${regime}" x="${x(from)}" y="${String(TOP)}" width="${wide.toFixed(1)}" height="${String(height - TOP - BOTTOM)}"></rect>!${name === '' ? '' : html`<text class="m" x="${x(from)}" y="11">${name}</text>`}`
  })
  const lines = [25, 50, 75].map(
    (score) =>
      html`<line class="axis" x1="${String(LEFT)}" x2="${String(width - RIGHT)}" y1="${y(score)}" y2="${y(score)}"></line><text class="m" x="0" y="${y(score - 2)}">${String(score)}</text>`,
  )
  const runs = stretchesOf(days.map(({ health_score }) => health_score)).map((run) => {
    const upper = run.map((at) => `${x(at)},${y(days[at]!.score_high ?? days[at]!.health_score!)}`)
    const lower = run.map((at) => `${x(at)},${y(days[at]!.score_low ?? days[at]!.health_score!)}`).reverse()
    const points = run.map((at) => `${x(at)},${y(days[at]!.health_score!)}`)
    return html`<polygon class="range" points="${[...upper, ...lower].join(' ')}"></polygon><polyline class="line" points="${points.join(' ')}"></polyline>`
  })
  const end =
    now === null
      ? ''
      : html`<circle class="dot" cx="${String(width - RIGHT + 4)}" cy="${y(now)}" r="4"></circle><text class="strong" x="${String(width)}" y="${y(now - 2)}" text-anchor="end">${String(now)}</text>`
  return {
    width,
    height,
    shapes: html`!${spells}!${lines}!${runs}!${end}<text class="m" x="${String(LEFT)}" y="${String(height - 5)}">${dayWords(days[0]!.trade_date)}</text><text class="m" x="${String(width - RIGHT)}" y="${String(height - 5)}" text-anchor="end">${dayWords(days.at(-1)!.trade_date)}</text>`,
  }
}

/**
 * The final scores of the given days with their bounds, the regimes as background, and the current score as a dot;
 * drawn for a wide and for a narrow screen.
 */
export function scoreChart(days: readonly ScoreDay[], now: number | null): string {
  const scores = days.flatMap(({ health_score }) => (health_score === null ? [] : [health_score]))
  if (scores.length < 2) return ''
  const label =
    `Health score of ${days.length} sessions from ${dayWords(days[0]!.trade_date)} to ${dayWords(days.at(-1)!.trade_date)}: ` +
    `between ${Math.min(...scores)} and ${Math.max(...scores)}, last ${scores.at(-1)}, now ${now ?? 'unknown'}, in ${counted(spellsOf(days).length, 'regime spell')}`
  return html`!${picture(label, { wide: draw(days, now, WIDE), narrow: draw(days, now, NARROW) })}!${legend(days)}`
}

/** Names the letters of short spells, and how long each regime held. */
function legend(days: readonly ScoreDay[]): string {
  const held = new Map<string, number>()
  for (const { regime } of days) held.set(regime ?? 'UNKNOWN', (held.get(regime ?? 'UNKNOWN') ?? 0) + 1)
  const names = [...held].map(
    ([regime, sessions]) =>
      html`<span><svg class="key" viewBox="0 0 12 12" aria-hidden="true"><rect class="spell ${regime}" width="12" height="12"></rect></svg> ${LETTERS[regime] ?? ''} ${regime} ${String(sessions)}</span>`,
  )
  return html`<p class="legend small mute">Sessions: !${names.join(' ')}</p>`
}
