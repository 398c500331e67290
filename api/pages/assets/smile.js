import { lineChart } from './charts.js'
import { day, minute, note, number } from './dom.js'
import { call, isOk, refusal } from './session.js'

const EXPIRATIONS = 12

function offer(choice, expirations, shown) {
  const offered = [...choice.options].map(({ value }) => value)
  if (expirations.join() === offered.join()) return
  choice.replaceChildren(...expirations.map((each) => new Option(day(each), each, false, each === shown)))
}

// The smile of the live chain: volatility by strike, of puts below the price and calls above it, which are those that trade.
async function draw({ chart, choice }, expiration) {
  const said = document.getElementById('smile-note')
  said.textContent = ''
  const query = expiration === null ? '' : `&expiration=${expiration}`
  const answer = await call(`/api/v1/trading/options/chain/SPY?strike_count=60${query}`)
  if (!isOk(answer)) return chart.replaceChildren(note(refusal(answer)))
  const { underlying_price: spot, quoted_at: at, delayed, expirations, expiration: shown, contracts, reason } = answer.body
  // The expiration that the reader chose may be over, on a page that was left open.
  if (expiration !== null && expirations.length > 0 && !expirations.includes(expiration)) return draw({ chart, choice }, null)
  offer(choice, expirations.slice(0, EXPIRATIONS), shown)
  if (spot === null || contracts.length === 0) return chart.replaceChildren(note(reason ?? 'no chain is known'))
  const wing = contracts.filter(({ type, strike, iv }) => iv !== null && (type === 'put') === strike < spot)
  const points = wing.toSorted((a, b) => a.strike - b.strike)
  if (points.length < 2) return chart.replaceChildren(note('No contract of this expiration has a volatility'))
  const lowest = points.reduce((least, each) => (each.iv < least.iv ? each : least))
  const percent = ({ strike, iv }) => `${number(100 * iv, 1)} % at ${strike}`
  lineChart(chart, {
    label:
      `Implied volatility of SPY options of ${day(shown)} by strike: ${percent(points[0])}, ${percent(points.at(-1))}, ` +
      `lowest ${percent(lowest)}; SPY is at ${number(spot)}`,
    xs: points.map(({ strike }) => strike),
    lines: [{ name: 'Volatility', tone: '--accent', values: points.map(({ iv }) => 100 * iv) }],
    format: (value) => `${number(value, 1)} %`,
  })
  const chain = at === null ? 'the chain' : `the chain of ${minute(at)}${delayed ? ', delayed' : ''}`
  said.textContent = `Implied volatility by strike in ${chain}. Below the price it is that of puts, above it that of calls.`
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
