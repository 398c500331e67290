import { h } from './dom.js'
import uPlot from './uplot.js'

const HEIGHT = 240
const WIDTH_MIN = 280
const theme = matchMedia('(prefers-color-scheme: dark)')
// Read anew at each drawing, because the reader may change the theme while the page is open.
const colour = (name) => () => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
// By element: stops the listeners of the chart that it contains.
const drawn = new WeakMap()

// Lines over an axis, with a crosshair; dragging zooms, a double click shows everything again.
function draw(element, { label, xs, lines, format }, more) {
  const axis = { stroke: colour('--mute'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } }
  const width = () => Math.max(WIDTH_MIN, element.clientWidth)
  const options = {
    width: width(),
    height: HEIGHT,
    axes: [{ ...axis, ...more.axis }, { ...axis, size: 62, values: (_plot, values) => values.map(format) }],
    series: [
      more.series ?? {},
      ...lines.map(({ name, tone, dash, fill, values: _, ...rest }) => ({
        label: name,
        stroke: colour(tone),
        width: 2,
        spanGaps: false,
        ...(dash ? { dash } : {}),
        ...(fill ? { fill: colour('--band') } : {}),
        value: (_plot, value) => (value === null ? '–' : format(value)),
        ...rest,
      })),
    ],
    ...more.options,
  }
  const box = h('div', { role: 'img', 'aria-label': label })
  element.replaceChildren(box)
  const plot = new uPlot(options, [xs, ...lines.map(({ values }) => values)], box)
  drawn.get(element)?.abort()
  const over = new AbortController()
  drawn.set(element, over)
  const resized = new ResizeObserver(() => plot.setSize({ width: width(), height: HEIGHT }))
  resized.observe(element)
  theme.addEventListener('change', () => plot.redraw(), { signal: over.signal })
  over.signal.addEventListener('abort', () => {
    resized.disconnect()
    plot.destroy()
  })
}

// By the seconds between two labels of the axis: a label, and what it adds where the year or the day is new.
const AXIS_WORDS = [
  [31_536_000, '{YYYY}', null, null, null, null, null, null, 1],
  [2_419_200, '{MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [86_400, '{D} {MMM}', '\n{YYYY}', null, null, null, null, null, 1],
  [3_600, '{HH}:{mm}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
  [60, '{HH}:{mm}', '\n{D} {MMM} {YYYY}', null, '\n{D} {MMM}', null, null, null, 1],
]

// Over time, in New York's hours unless another zone is given; `times` are seconds, of whole days where `isDaily`.
export const timeChart = (element, { times, zone = 'America/New_York', isDaily = false, ...chart }) =>
  draw(element, { ...chart, xs: times }, {
    axis: { values: AXIS_WORDS },
    series: { label: isDaily ? 'Day' : 'Time', value: isDaily ? '{D} {MMM} {YYYY}' : '{WWW} {D} {MMM} {YYYY}, {HH}:{mm} ET' },
    options: { tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), zone) },
  })

// Over any other number, such as a strike.
export const lineChart = (element, chart) => draw(element, chart, { series: { label: 'At' }, options: { scales: { x: { time: false } } } })
