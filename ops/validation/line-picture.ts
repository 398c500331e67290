export interface Line {
  name: string
  color: string
  /** One value per point of the x axis; null breaks the line. */
  values: readonly (number | null)[]
}
export interface Picture {
  title: string
  /** The date of each point; the year is drawn where it changes. */
  dates: readonly string[]
  lines: readonly Line[]
  /** The background color behind each point; null leaves it white. */
  bands?: readonly (string | null)[]
  min: number
  max: number
}

const WIDTH = 960
const HEIGHT = 260
const LEFT = 36
const TOP = 26
const BOTTOM = 22
const GRID_LINES = 4

const round = (value: number): string => value.toFixed(1)

/** A plain SVG chart of lines over time, without scripts. */
export function linePicture({ title, dates, lines, bands = [], min, max }: Picture): string {
  const step = (WIDTH - LEFT - 8) / Math.max(1, dates.length - 1)
  const x = (at: number) => LEFT + at * step
  const y = (value: number) => HEIGHT - BOTTOM - ((value - min) / (max - min)) * (HEIGHT - TOP - BOTTOM)
  const grid = Array.from({ length: GRID_LINES + 1 }, (_, at) => min + ((max - min) * at) / GRID_LINES)
  const years = dates.flatMap((date, at) => (date.slice(0, 4) === dates[at - 1]?.slice(0, 4) ? [] : [{ date, at }]))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="15" font-size="13">${title}</text>`,
    ...bandRects(bands, x, step),
    ...grid.flatMap((value) => [
      `<path d="M${LEFT} ${round(y(value))}H${WIDTH - 8}" stroke="#ddd"/>`,
      `<text x="4" y="${round(y(value) + 4)}" fill="#555">${value}</text>`,
    ]),
    ...years.map(
      ({ date, at }) => `<text x="${round(x(at))}" y="${HEIGHT - 6}" fill="#555">${date.slice(0, 4)}</text>`,
    ),
    ...lines.map(
      ({ color, values }) => `<path d="${path(values, x, y)}" fill="none" stroke="${color}" stroke-width="1.2"/>`,
    ),
    ...lines.map(
      ({ name, color }, at) => `<text x="${WIDTH - 130 * (lines.length - at)}" y="15" fill="${color}">${name}</text>`,
    ),
    '</svg>',
    '',
  ].join('\n')
}

function path(values: readonly (number | null)[], x: (at: number) => number, y: (value: number) => number): string {
  let isDown = false
  return values
    .map((value, at) => {
      if (value === null) {
        isDown = false
        return ''
      }
      const command = isDown ? 'L' : 'M'
      isDown = true
      return `${command}${round(x(at))} ${round(y(value))}`
    })
    .join('')
}

/** Draws neighbouring bands of the same colour as one rectangle. */
function bandRects(bands: readonly (string | null)[], x: (at: number) => number, step: number): string[] {
  const starts = bands.flatMap((color, at) => (color === bands[at - 1] && at > 0 ? [] : [at]))
  return starts.flatMap((start, index) => {
    const color = bands[start]
    const end = starts[index + 1] ?? bands.length
    const width = round((end - start) * step)
    return color
      ? [`<rect x="${round(x(start))}" y="${TOP}" width="${width}" height="${HEIGHT - TOP - BOTTOM}" fill="${color}"/>`]
      : []
  })
}
