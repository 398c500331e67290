import { html } from 'ghtml'
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

function draw(strikes: readonly Strike[], spot: number | null, width: number): Drawing {
  const largest = Math.max(...strikes.map(({ exposure }) => Math.abs(exposure)), 1)
  const middle = LEFT + (width - LEFT) / 2
  const long = (exposure: number): number => (Math.abs(exposure) / largest) * ((width - LEFT) / 2 - 4)
  const nearest =
    spot === null ? null : strikes.toSorted((a, b) => Math.abs(a.strike - spot) - Math.abs(b.strike - spot))[0]
  const rows = strikes.toReversed().map(({ strike, exposure }, at) => {
    const y = 4 + at * ROW
    const size = long(exposure)
    const from = exposure < 0 ? middle - size : middle
    const here = nearest?.strike === strike
    return html`<text class="${here ? 'strong' : 'm'}" x="0" y="${String(y + 9)}">${String(strike)}${here ? ' ◂' : ''}</text><rect class="${exposure < 0 ? 'minus' : 'plus'}" x="${from.toFixed(1)}" y="${String(y)}" width="${size.toFixed(1)}" height="10"></rect>`
  })
  const height = strikes.length * ROW + 10
  return {
    width,
    height,
    shapes: html`<line class="axis" x1="${String(middle)}" x2="${String(middle)}" y1="0" y2="${String(height)}"></line>!${rows}`,
  }
}

/** Exposure by strike, highest strike first; negative to the left of the middle, positive to the right. */
export function strikeChart(strikes: readonly Strike[], spot: number | null): string {
  if (strikes.length === 0) return ''
  const [first, last] = [strikes[0]!.strike, strikes.at(-1)!.strike]
  const label = `Net dealer gamma of ${strikes.length} strikes from ${first} to ${last}, price ${spot ?? 'unknown'}`
  return picture(label, { wide: draw(strikes, spot, 560), narrow: draw(strikes, spot, NARROW_WIDTH) })
}
