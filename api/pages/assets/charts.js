import { h } from './dom.js'
import uPlot from './uplot.js'

const HEIGHT = 240
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

// Lines over time in New York's hours, with a crosshair; dragging zooms, a double click shows everything again.
export function timeChart(element, { label, times, lines, format, zone = 'America/New_York' }) {
  const axis = { stroke: colour('--mute'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } }
  const options = {
    width: Math.max(280, element.clientWidth),
    height: HEIGHT,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), zone),
    axes: [axis, { ...axis, size: 62, values: (_plot, values) => values.map(format) }],
    legend: { live: true },
    series: [
      {},
      ...lines.map(({ name, tone, dash, fill }) => ({
        label: name,
        stroke: colour(tone),
        width: 2,
        spanGaps: false,
        ...(dash ? { dash } : {}),
        ...(fill ? { fill: colour('--band') } : {}),
        value: (_plot, value) => (value === null ? '–' : format(value)),
      })),
    ],
  }
  const box = h('div', { role: 'img', 'aria-label': label })
  element.replaceChildren(box)
  const plot = new uPlot(options, [times, ...lines.map(({ values }) => values)], box)
  new ResizeObserver(() => plot.setSize({ width: Math.max(280, element.clientWidth), height: HEIGHT })).observe(element)
  return plot
}
