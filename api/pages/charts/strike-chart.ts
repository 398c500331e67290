import { html } from 'ghtml'
import { shortAmount } from '../words.ts'
import { type Drawing, NARROW_WIDTH, picture } from './picture.ts'

interface Strike {
  strike: number
  exposure: number
}

/** The strikes with the largest exposure, those of the walls always among them, from the lowest to the highest. */
export function largestStrikes(
  strikes: readonly Strike[],
  count: number,
  walls: readonly (number | null)[],
): readonly Strike[] {
  const isWall = ({ strike }: Strike): boolean => walls.includes(strike)
  return strikes
    .toSorted((a, b) => Number(isWall(b)) - Number(isWall(a)) || Math.abs(b.exposure) - Math.abs(a.exposure))
    .slice(0, count)
    .toSorted((a, b) => a.strike - b.strike)
}

const ROW = 13
const LEFT = 44
/** The height of the scale above the bars. */
const TOP = 18

/** The largest round number that is not above the value: 1, 2 or 5 with zeros. */
export function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const [step = 1] = [5, 2, 1].filter((each) => each * power <= value)
  return step * power
}

interface Bars {
  width: number
  height: number
  /** The place of zero. */
  middle: number
  /** Dollars of the longest bar. */
  largest: number
}

/** Half of the width of a label, so that none reaches out of the drawing. */
const HALF_LABEL = 24

/** Lines with their dollars on both sides of the middle, at a round number of the longest bar. */
function scale({ width, height, middle, largest }: Bars): string {
  const tick = roundBelow(largest)
  const marks = [
    [-tick, `−$${shortAmount(tick)}`],
    [0, '0'],
    [tick, `+$${shortAmount(tick)}`],
  ] as const
  return marks
    .map(([at, words]) => {
      const x = middle + (at / largest) * (width - middle - 4)
      const label = Math.min(width - HALF_LABEL, x).toFixed(1)
      return html`<line class="axis" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${String(TOP - 4)}" y2="${String(height)}"></line><text class="m" x="${label}" y="10" text-anchor="middle">${words}</text>`
    })
    .join('')
}

const largestOf = (strikes: readonly Strike[]): number =>
  Math.max(...strikes.map(({ exposure }) => Math.abs(exposure)), 1)

function draw(strikes: readonly Strike[], spot: number | null, width: number): Drawing {
  const largest = largestOf(strikes)
  const middle = LEFT + (width - LEFT) / 2
  const long = (exposure: number): number => (Math.abs(exposure) / largest) * (width - middle - 4)
  const nearest =
    spot === null ? null : strikes.toSorted((a, b) => Math.abs(a.strike - spot) - Math.abs(b.strike - spot))[0]
  const rows = strikes.toReversed().map(({ strike, exposure }, at) => {
    const y = TOP + at * ROW
    const size = long(exposure)
    const from = exposure < 0 ? middle - size : middle
    const here = nearest?.strike === strike
    return html`<text class="${here ? 'strong' : 'm'}" x="0" y="${String(y + 9)}">${String(strike)}${here ? ' ◂' : ''}</text><rect class="${exposure < 0 ? 'minus' : 'plus'}" x="${from.toFixed(1)}" y="${String(y)}" width="${size.toFixed(1)}" height="10"></rect>`
  })
  const height = strikes.length * ROW + TOP + 6
  return {
    width,
    height,
    shapes: html`!${scale({ width, height, middle, largest })}!${rows}`,
  }
}

/** Exposure by strike, highest strike first; negative to the left of the middle, positive to the right. */
export function strikeChart(strikes: readonly Strike[], spot: number | null): string {
  if (strikes.length === 0) return ''
  const [first, last] = [strikes[0]!.strike, strikes.at(-1)!.strike]
  const label = `Net dealer gamma of ${strikes.length} strikes from ${first} to ${last}, price ${spot ?? 'unknown'}; the longest bar is ${shortAmount(largestOf(strikes))} dollars per 1 % move`
  return picture(label, { wide: draw(strikes, spot, 560), narrow: draw(strikes, spot, NARROW_WIDTH) })
}
