import { day, note, number } from './dom.js'
import { call, isOk, refusal } from './session.js'
import { timeChart } from './charts.js'

// Replaces the drawn year of a signal by a chart to explore, of as many sessions as the reader chooses.
async function draw(chart, days) {
  const answer = await call(`/api/v1/signals/history?days=${days}`)
  if (!isOk(answer)) return chart.replaceChildren(note(refusal(answer)))
  const rows = answer.body.data
  const { member, name } = chart.dataset
  const values = rows.map((row) => row[member])
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return chart.replaceChildren(note('No history of this signal is available yet.'))
  const digits = Math.max(...known.map(Math.abs)) >= 1_000 ? 0 : 2
  const format = (value) => number(value, digits)
  const times = rows.map(({ trade_date: of }) => Date.parse(`${of}T12:00:00Z`) / 1_000)
  const label = `${name} over ${rows.length} sessions, from ${day(rows[0].trade_date)} to ${day(rows.at(-1).trade_date)}: first ${format(known[0])}, last ${format(known.at(-1))}, lowest ${format(Math.min(...known))}, highest ${format(Math.max(...known))}`
  const lines = [{ name, tone: '--accent', values }]
  timeChart(chart, { label, times, lines, zone: 'UTC', isDaily: true, format })
}

// A card that was renewed has its buttons anew; once the reader has chosen, the card is this script's own.
function offer() {
  const chart = document.getElementById('explore')
  const ranges = document.getElementById('ranges')
  if (!chart || !ranges?.hidden) return
  ranges.hidden = false
  for (const button of ranges.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      for (const each of ranges.querySelectorAll('button')) each.setAttribute('aria-pressed', String(each === button))
      chart.closest('section').setAttribute('data-own', '')
      void draw(chart, button.dataset.days)
    })
  }
}

offer()
document.addEventListener('page-redrawn', offer)
