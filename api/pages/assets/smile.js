import { lineChart } from './charts.js'
import { day, note, number } from './dom.js'
import { call, isOk, refusal } from './session.js'

// The smile of the live chain: volatility by strike, of puts below the price and calls above it, which are those that trade.
async function draw({ chart, choice }, expiration) {
  const query = expiration === null ? '' : `&expiration=${expiration}`
  const answer = await call(`/api/v1/trading/options/chain/SPY?strike_count=60${query}`)
  if (!isOk(answer)) return chart.replaceChildren(note(refusal(answer)))
  const { underlying_price: spot, expirations, expiration: shown, contracts, reason } = answer.body
  if (spot === null || contracts.length === 0) return chart.replaceChildren(note(reason ?? 'no chain is known'))
  if (choice.options.length === 0) choice.replaceChildren(...expirations.slice(0, 12).map((each) => new Option(day(each), each, false, each === shown)))
  const wing = contracts.filter(({ type, strike, iv }) => iv !== null && (type === 'put') === strike < spot)
  const points = wing.toSorted((a, b) => a.strike - b.strike)
  if (points.length < 2) return chart.replaceChildren(note('No contract of this expiration has a volatility'))
  lineChart(chart, {
    label: `Implied volatility of SPY options of ${day(shown)} by strike, from ${points[0].strike} to ${points.at(-1).strike}; SPY stands at ${number(spot)}`,
    xs: points.map(({ strike }) => strike),
    lines: [{ name: 'Volatility', tone: '--accent', values: points.map(({ iv }) => 100 * iv) }],
    format: (value) => `${number(value, 1)} %`,
  })
}

const [card, chart, choice] = ['smile-card', 'smile', 'smile-expiry'].map((id) => document.getElementById(id))
if (card && chart && choice) {
  const again = () => void draw({ chart, choice }, choice.value || null)
  card.hidden = false
  choice.addEventListener('change', again)
  // The expiration that the reader chose stays chosen when the page is renewed.
  document.addEventListener('page-redrawn', again)
  again()
}
