import { html } from 'ghtml'
import { type Drawing, NARROW_WIDTH, picture } from './picture.ts'

interface Tick {
  price: number
  keys: readonly string[]
  label: string
  /** 0 above the axis, 1 below it: near neighbours alternate. */
  tier: 0 | 1
}
interface Rail {
  spot: number | null
  axis: { low: number; high: number } | null
  ticks: readonly Tick[]
}
type DrawnRail = Rail & { axis: NonNullable<Rail['axis']> }

const ROW = 15
const CHARACTER = 6

interface Placed {
  tick: Tick
  x: number
  row: number
  anchor: 'start' | 'middle' | 'end'
}

/** Puts each label on the nearest row on which it overlaps no other; rows count from the axis outwards. */
export function placeLabels(
  ticks: readonly Tick[],
  { width, x }: { width: number; x(price: number): number },
): Placed[] {
  const ends: { from: number; to: number }[][] = []
  return ticks.map((tick) => {
    const at = x(tick.price)
    const long = (String(tick.price).length + tick.label.length + 1) * CHARACTER
    const anchor = at < long / 2 ? 'start' : at > width - long / 2 ? 'end' : 'middle'
    const from = anchor === 'start' ? at : anchor === 'end' ? at - long : at - long / 2
    let row = 0
    while (ends[row]?.some((taken) => from < taken.to + 6 && from + long > taken.from - 6)) row++
    ends[row] = [...(ends[row] ?? []), { from, to: from + long }]
    return { tick, x: at, row, anchor }
  })
}

const kindOf = (keys: readonly string[]): string =>
  keys.some((key) => key.includes('put') || key === 'zero_gamma')
    ? 'down'
    : keys.some((key) => key.includes('call'))
      ? 'up'
      : ''

function draw({ spot, axis, ticks }: DrawnRail, width: number): Drawing {
  const x = (price: number): number =>
    4 + ((Math.min(axis.high, Math.max(axis.low, price)) - axis.low) / (axis.high - axis.low)) * (width - 8)
  const above = placeLabels(
    ticks.filter(({ tier }) => tier === 0),
    { width, x },
  )
  const below = placeLabels(
    ticks.filter(({ tier }) => tier === 1),
    { width, x },
  )
  const rowsOf = (placed: readonly Placed[]): number => Math.max(1, ...placed.map(({ row }) => row + 1))
  const line = rowsOf(above) * ROW + 16
  const height = line + rowsOf(below) * ROW + 34
  const priceOf = (key: string): number | undefined => ticks.find(({ keys }) => keys.includes(key))?.price
  const [low, high] = [priceOf('expected_move_low'), priceOf('expected_move_high')]
  const range =
    low === undefined || high === undefined
      ? ''
      : html`<rect class="range" x="${x(low).toFixed(1)}" y="${String(line - 11)}" width="${(x(high) - x(low)).toFixed(1)}" height="22"></rect>`
  const lineOf = ({ tick, x: at, row }: Placed, isAbove: boolean): string => {
    const far = isAbove ? line - 13 - row * ROW : line + 14 + row * ROW
    return html`<line class="leader" x1="${at.toFixed(1)}" x2="${at.toFixed(1)}" y1="${String(far)}" y2="${String(line)}"></line><line class="tick ${kindOf(tick.keys)}" x1="${at.toFixed(1)}" x2="${at.toFixed(1)}" y1="${String(line - 8)}" y2="${String(line + 8)}"></line>`
  }
  const nameOf = ({ tick, x: at, row, anchor }: Placed, isAbove: boolean): string => {
    const y = isAbove ? line - 16 - row * ROW : line + 24 + row * ROW
    return html`<text x="${at.toFixed(1)}" y="${String(y)}" text-anchor="${anchor}"><tspan class="strong">${String(tick.price)}</tspan> ${tick.label}</text>`
  }
  // The names come after all lines, so that no leader runs through a name.
  const marks = [lineOf, nameOf].flatMap((drawn) => [
    ...above.map((each) => drawn(each, true)),
    ...below.map((each) => drawn(each, false)),
  ])
  const here =
    spot === null ? '' : html`<circle class="dot" cx="${x(spot).toFixed(1)}" cy="${String(line)}" r="5"></circle>`
  return {
    width,
    height,
    shapes: html`!${range}<line class="axis" x1="4" x2="${String(width - 4)}" y1="${String(line)}" y2="${String(line)}"></line>!${marks}!${here}<text class="m" x="4" y="${String(height - 4)}">${String(axis.low)}</text><text class="m" x="${String(width - 4)}" y="${String(height - 4)}" text-anchor="end">${String(axis.high)}</text>`,
  }
}

/** All levels on one price axis, the price as a dot on it; `width` is that of the wide drawing. */
export function gammaRail({ spot, axis, ticks }: Rail, width = 760): string {
  if (axis === null) return ''
  const rail = { spot, axis, ticks }
  const label = `Levels on one price axis: ${ticks.map(({ price, label: words }) => `${price} ${words}`).join(', ')}; price ${spot ?? 'unknown'}`
  return picture(label, { wide: draw(rail, width), narrow: draw(rail, NARROW_WIDTH) })
}
