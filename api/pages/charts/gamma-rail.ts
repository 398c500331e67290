import { html } from 'ghtml'
import { daysInWords } from '../words.ts'
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
/** The width of a letter in the widest of the fonts that pages use. */
const CHARACTER = 6.9
const GAP = 6

interface Placed {
  tick: Tick
  /** The label, broken where one line would be wider than the drawing. */
  lines: readonly string[]
  x: number
  /** The row of the line nearest to the axis; the others are on the rows after it. */
  row: number
  /** Its lines are centred over the tick, or as near to it as the edges of the drawing allow. */
  middle: number
}

const widthOf = (words: string): number => words.length * CHARACTER

/** Breaks a label between its names, so that no line is wider than the drawing. */
function linesOf({ price, label }: Tick, width: number): string[] {
  const lines = [String(price)]
  for (const [at, name] of label.split(', ').entries()) {
    const last = lines.at(-1) ?? ''
    const longer = at === 0 ? `${last} ${name}` : `${last}, ${name}`
    if (at === 0 || widthOf(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(name)
  }
  return lines
}

/** Puts each label on the nearest rows on which it overlaps no other; rows count from the axis outwards. */
export function placeLabels(
  ticks: readonly Tick[],
  { width, x }: { width: number; x(price: number): number },
): Placed[] {
  const taken: { from: number; to: number }[][] = []
  return ticks.map((tick) => {
    const at = x(tick.price)
    const lines = linesOf(tick, width)
    const long = Math.max(...lines.map(widthOf))
    const middle = Math.max(long / 2, Math.min(at, width - long / 2))
    const from = middle - long / 2
    const isFree = (row: number): boolean =>
      (taken[row] ?? []).every((other) => from >= other.to + GAP || from + long <= other.from - GAP)
    let row = 0
    while (!lines.every((_line, down) => isFree(row + down))) row++
    for (const down of lines.keys()) taken[row + down] = [...(taken[row + down] ?? []), { from, to: from + long }]
    return { tick, lines, x: at, row, middle }
  })
}

const kindOf = (keys: readonly string[]): string =>
  keys.some((key) => key.includes('put') || key === 'zero_gamma')
    ? 'down'
    : keys.some((key) => key.includes('call'))
      ? 'up'
      : ''

const rowsOf = (placed: readonly Placed[]): number => Math.max(1, ...placed.map(({ row, lines }) => row + lines.length))

/** Draws the names of a tick; above the axis the first line of a broken label is the highest. */
function nameOf({ tick, lines, middle, row }: Placed, line: number, isAbove: boolean): string {
  const rows = lines.map((words, down) => {
    const y = isAbove ? line - 16 - (row + lines.length - 1 - down) * ROW : line + 24 + (row + down) * ROW
    const price = down === 0 ? html`<tspan class="strong">${String(tick.price)}</tspan>` : ''
    const rest = down === 0 ? words.slice(String(tick.price).length) : words
    return html`<text x="${middle.toFixed(1)}" y="${String(y)}" text-anchor="middle">!${price}${rest}</text>`
  })
  return rows.join('')
}

function lineOf({ tick, x, row }: Placed, line: number, isAbove: boolean): string {
  const at = x.toFixed(1)
  const far = isAbove ? line - 13 - row * ROW : line + 14 + row * ROW
  return html`<line class="leader" x1="${at}" x2="${at}" y1="${String(far)}" y2="${String(line)}"></line><line class="tick ${kindOf(tick.keys)}" x1="${at}" x2="${at}" y1="${String(line - 8)}" y2="${String(line + 8)}"></line>`
}

function draw({ spot, axis, ticks }: DrawnRail, width: number): Drawing {
  const x = (price: number): number =>
    4 + ((Math.min(axis.high, Math.max(axis.low, price)) - axis.low) / (axis.high - axis.low)) * (width - 8)
  const [above, below] = [0, 1].map((own) =>
    placeLabels(
      ticks.filter(({ tier }) => tier === own),
      { width, x },
    ),
  ) as [Placed[], Placed[]]
  const line = rowsOf(above) * ROW + 16
  const height = line + rowsOf(below) * ROW + 34
  const priceOf = (key: string): number | undefined => ticks.find(({ keys }) => keys.includes(key))?.price
  const [low, high] = [priceOf('expected_move_low'), priceOf('expected_move_high')]
  const range =
    low === undefined || high === undefined
      ? ''
      : html`<rect class="range" x="${x(low).toFixed(1)}" y="${String(line - 11)}" width="${(x(high) - x(low)).toFixed(1)}" height="22"></rect>`
  // The names come after all lines, so that no leader runs through a name.
  const marks = [lineOf, nameOf].flatMap((drawn) => [
    ...above.map((each) => drawn(each, line, true)),
    ...below.map((each) => drawn(each, line, false)),
  ])
  const here =
    spot === null ? '' : html`<circle class="dot here" cx="${x(spot).toFixed(1)}" cy="${String(line)}" r="6"></circle>`
  const [left, right] = [String(4), String(width - 4)]
  const foot = String(height - 4)
  return {
    width,
    height,
    shapes: html`!${range}<line class="axis" x1="${left}" x2="${right}" y1="${String(line)}" y2="${String(line)}"></line>!${marks}!${here}<text class="m" x="${left}" y="${foot}">${String(axis.low)}</text><text class="m" x="${right}" y="${foot}" text-anchor="end">${String(axis.high)}</text>`,
  }
}

/** All levels on one price axis, the price as a dot on it; `width` is that of the wide drawing. */
export function gammaRail({ spot, axis, ticks }: Rail, width = 760): string {
  if (axis === null) return ''
  const named = ticks.map((tick) => ({ ...tick, label: daysInWords(tick.label) }))
  const rail = { spot, axis, ticks: named }
  const label = `Levels on one price axis: ${named.map(({ price, label: words }) => `${price} ${words}`).join(', ')}; price ${spot ?? 'unknown'}`
  return picture(label, { wide: draw(rail, width), narrow: draw(rail, NARROW_WIDTH) })
}
