import { html } from 'ghtml'
import { type Drawing, NARROW_WIDTH, picture, stretchesOf } from './picture.ts'

export interface LineChart {
  /** Names in words what the picture shows; its ends and its bounds are added to it. */
  label: string
  points: readonly { x: number; y: number | null }[]
  /** Names of the two ends of the horizontal axis. */
  from: string
  to: string
  /** A value as shown on the vertical axis, with so many digits more than usual. */
  format(value: number, finer: number): string
  /** Shaded ranges of values, the widest first. */
  bands?: readonly { low: number; high: number }[]
  /** A point that is marked. */
  mark?: { x: number; y: number }
  /** A horizontal line, such as zero. */
  level?: number
}

interface Size {
  width: number
  height: number
}
const WIDE: Size = { width: 560, height: 200 }
const NARROW: Size = { width: NARROW_WIDTH, height: 190 }
const LEFT = 62
const RIGHT = 8
const TOP = 10
const BOTTOM = 22

/** The smallest and the largest of some numbers, apart from each other even when all are equal. */
function spread(values: readonly number[]): { low: number; high: number } {
  const low = Math.min(...values)
  const high = Math.max(...values)
  return low === high ? { low: low - 1, high: high + 1 } : { low, high }
}

/** Digits more than usual that are tried before two labels of an axis may read the same. */
const FINER_MAX = 3

/** The labels of an axis, with as many digits as it takes until no two of them read the same. */
function labelsOf(values: readonly number[], format: LineChart['format'], finer = 0): string[] {
  const labels = values.map((value) => format(value, finer))
  const areApart = new Set(labels).size === labels.length
  return areApart || finer === FINER_MAX ? labels : labelsOf(values, format, finer + 1)
}

function draw(chart: LineChart, { width, height }: Size): Drawing {
  const { points, bands = [], mark, level, format } = chart
  const values = points.map(({ y }) => y)
  const known = values.filter((y) => y !== null)
  const xs = spread(points.map(({ x }) => x))
  const extra = [...bands.flatMap(({ low, high }) => [low, high]), ...(level === undefined ? [] : [level])]
  const ys = spread([...known, ...extra])
  const atX = (x: number): string => (LEFT + ((x - xs.low) / (xs.high - xs.low)) * (width - LEFT - RIGHT)).toFixed(1)
  const atY = (y: number): string =>
    (height - BOTTOM - ((y - ys.low) / (ys.high - ys.low)) * (height - TOP - BOTTOM)).toFixed(1)
  const [left, right] = [String(LEFT), String(width - RIGHT)]
  const marked = [ys.low, (ys.low + ys.high) / 2, ys.high]
  const labels = labelsOf(marked, format)
  const ticks = marked.map(
    (value, at) =>
      html`<line class="axis" x1="${left}" x2="${right}" y1="${atY(value)}" y2="${atY(value)}"></line><text class="m" x="0" y="${(Number(atY(value)) + 4).toFixed(1)}">${labels[at]!}</text>`,
  )
  const ranges = bands.map(
    ({ low, high }) =>
      html`<rect class="range" x="${left}" y="${atY(high)}" width="${String(width - LEFT - RIGHT)}" height="${(Number(atY(low)) - Number(atY(high))).toFixed(1)}"></rect>`,
  )
  const zero =
    level === undefined
      ? ''
      : html`<line class="tick" x1="${left}" x2="${right}" y1="${atY(level)}" y2="${atY(level)}"></line>`
  const lines = stretchesOf(values).map(
    (stretch) =>
      html`<polyline class="line" points="${stretch.map((at) => `${atX(points[at]!.x)},${atY(values[at]!)}`).join(' ')}"></polyline>`,
  )
  const dot = mark ? html`<circle class="dot" cx="${atX(mark.x)}" cy="${atY(mark.y)}" r="5"></circle>` : ''
  return {
    width,
    height,
    shapes: html`!${ranges}!${ticks}!${zero}!${lines}!${dot}<text class="m" x="${left}" y="${String(height - 5)}">${chart.from}</text><text class="m" x="${right}" y="${String(height - 5)}" text-anchor="end">${chart.to}</text>`,
  }
}

/** The name of a chart with its figures, for readers who do not see it. */
function labelOf({ label, points, format }: LineChart): string {
  const known = points.flatMap(({ y }) => (y === null ? [] : [y]))
  const words = (value: number) => format(value, 0)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  return `${label}: first ${words(known[0]!)}, last ${words(known.at(-1)!)}, lowest ${words(low)}, highest ${words(high)}`
}

/** A line over an axis, drawn for a wide and for a narrow screen; empty below two values. */
export function lineChart(chart: LineChart): string {
  if (chart.points.filter(({ y }) => y !== null).length < 2) return ''
  return picture(labelOf(chart), { wide: draw(chart, WIDE), narrow: draw(chart, NARROW) })
}
