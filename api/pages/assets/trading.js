import { timeChart } from './charts.js'
import { counted, daysInWords, dollars, gain, h, note, number, redraw, show, table, time, trueMinus } from './dom.js'
import { orderForm } from './order.js'
import { button, call, isOk, refusal, tokenForm, tokenStore } from './session.js'

const REFRESH_MS = 15_000
const LEDGER_SHOWN = 50
const REOPEN_MS = 5_000
const store = tokenStore('market-agent-token')
const API = '/api/v1/trading'
let stream = null
let shownToken = null

const get = (path) => call(`${API}/${path}`, { token: shownToken })
const say = (words) => show('message', words)

function leave(words) {
  store.forget()
  shownToken = null
  stream?.close()
  stream = null
  document.getElementById('account').hidden = true
  document.getElementById('enter').hidden = false
  say(words)
}

// Each part is independent: if its route refuses, it shows the reason, and the others are drawn.
async function part(id, path, draw) {
  const token = shownToken
  const answer = await get(path)
  if (token !== shownToken || token === null) return
  if (answer.status === 401) return leave('The service does not accept this token. It may have been revoked.')
  redraw(id, [token, isOk(answer), answer.body], () => (isOk(answer) ? draw(answer.body) : note(refusal(answer))))
}

function account(of) {
  const figures = [
    ['Equity', dollars(of.equity)],
    ['Cash', dollars(of.balance)],
    ['Today', of.day_pnl === null ? `unknown: ${of.day_pnl_reason}` : gain(of.day_pnl)],
    ['Open gain', gain(of.unrealized_pnl)],
    ['Realised', gain(of.realized_pnl)],
    ['Buying power', dollars(of.buying_power)],
  ]
  const warnings = [
    ...(of.status === 'active' ? [] : [`The account is ${of.status.replace('_', ' ')}.`]),
    ...(of.deficit ? ['A settlement left cash below zero; the account may only close positions.'] : []),
    ...(of.maintenance?.called ? ['Equity is below the maintenance requirement.'] : []),
    ...(of.unmarked.length > 0 ? [`Without a mark: ${of.unmarked.join(', ')}.`] : []),
  ]
  document.getElementById('name').textContent = of.name
  return [
    h('dl', { class: 'figures' }, figures.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
    ...warnings.map((words) => h('p', { class: 'note warn' }, words)),
  ]
}

function equity({ opening_spy: opened, points, reason }) {
  const valued = points.filter(({ return_percent: percent }) => percent !== null)
  if (valued.length < 2) return note(reason ?? 'A curve needs two snapshots with a mark for every position.')
  const own = points.map(({ return_percent: percent }) => percent)
  let peak = 0
  const falls = own.map((percent) => {
    if (percent === null) return null
    peak = Math.max(peak, percent)
    return 100 * ((100 + percent) / (100 + peak) - 1)
  })
  // Both lines count from the opening of the account, where the price of SPY was known then.
  const base = opened ?? points.find((point) => point.spy !== null)?.spy
  const spy = points.map((point) => (point.spy === null ? null : 100 * (point.spy / base - 1)))
  const box = h('div', {})
  // Labels of an axis within a percent would all read 0.0 %.
  const known = [...own, ...spy].filter((value) => value !== null)
  const digits = Math.max(...known) - Math.min(...known) < 1 ? 2 : 1
  const percent = (value) => `${number(value, digits)} %`
  queueMicrotask(() =>
    timeChart(box, {
      label: `Return of the account, ${percent(valued.at(-1).return_percent)}, beside SPY, and its fall from the peak`,
      times: points.map(({ at }) => Date.parse(at) / 1_000),
      lines: [
        { name: 'Account', tone: '--accent', values: own },
        { name: 'SPY', tone: '--warn', dash: [6, 4], values: spy },
        { name: 'Below its peak', tone: '--bad', dash: [2, 3], fill: true, values: falls },
      ],
      format: percent,
    }),
  )
  return box
}

const stocks = ({ positions }) =>
  positions.length === 0
    ? note('No shares are held.')
    : table(
        'Shares',
        ['Symbol', 'Quantity#', 'Average cost#', 'Mark#', 'Value#', 'Open gain#', 'Quoted'],
        positions.map((each) => [
          each.symbol,
          number(each.quantity, 0),
          dollars(each.average_cost),
          dollars(each.mark),
          dollars(each.market_value),
          gain(each.unrealized_pnl),
          each.reason ?? time(each.quoted_at),
        ]),
      )

const options = ({ positions }) =>
  positions.length === 0
    ? note('No option contracts are held.')
    : table(
        'Options with the greeks of the whole position',
        ['Contract', 'Quantity#', 'Days left#', 'Mark#', 'Value#', 'Open gain#', 'IV#', 'Delta#', 'Gamma#', 'Theta#', 'Vega#'],
        positions.map((each) => [
          each.contract,
          number(each.quantity, 0),
          number(each.days_to_expiry, 0),
          dollars(each.mark),
          dollars(each.market_value),
          gain(each.unrealized_pnl),
          each.iv === null ? 'unknown' : `${number(100 * each.iv, 1)} %`,
          ...['delta', 'gamma', 'theta', 'vega'].map((greek) => number(each.position_greeks[greek])),
        ]),
      )

// '1 warning, 2 info': how much was held against a trade, before its words are opened.
function severities(warnings) {
  const counts = new Map()
  for (const { severity } of warnings) counts.set(severity, (counts.get(severity) ?? 0) + 1)
  return [...counts].map(([severity, count]) => `${count} ${severity}`).join(', ')
}

const held = (warnings) =>
  warnings === null
    ? 'The alerts could not be read.'
    : warnings.length === 0
      ? 'nothing'
      : h(
          'details',
          {},
          h('summary', {}, severities(warnings)),
          h('ul', { class: 'plain' }, warnings.map(({ severity, message }) => h('li', {}, `${severity}: ${daysInWords(message)}`))),
        )

const trades = ({ trades: rows }) =>
  rows.length === 0
    ? note('No trade has ended yet.')
    : table(
        'Trades, newest first',
        ['When', 'Trade', 'Quantity#', 'Quoted#', 'Filled#', 'State', 'Held against it'],
        rows.map((each) => [
          time(each.ended_at),
          `${each.side ?? each.class} ${each.legs.map(({ instrument }) => instrument).join(' + ')}`,
          number(each.quantity, 0),
          dollars(each.quoted_price),
          each.fill_price === null ? 'not filled' : dollars(each.fill_price),
          each.reason === null ? each.status : `${each.status}: ${each.reason.replaceAll('_', ' ')}`,
          held(each.held_against),
        ]),
      )

const ledger = ({ entries, balance }) => [
  table(
    'Ledger, newest first',
    ['Number#', 'When', 'Kind', 'Moved', 'Change#', 'Balance#'],
    entries.toReversed().map((each) => [
      number(each.number, 0),
      time(each.at),
      each.kind.replace('_', ' '),
      each.postings
        .filter(({ book, instrument }) => book === 'account' && instrument !== null)
        .map(({ instrument, quantity }) => trueMinus(`${quantity > 0 ? '+' : ''}${quantity} ${instrument}`))
        .join(', ') || 'cash',
      gain(each.change),
      dollars(each.balance),
    ]),
  ),
  h('p', { class: 'small mute' }, `The sum of all changes is the balance, ${dollars(balance)}.`),
]

function scorecard({ equity: prices, beta_removed: beta, luck, regimes, closed_trades: closed, words, words_reason: why }) {
  const percent = (value) => (value === null ? 'unknown' : `${number(value)} %`)
  const luckWords = `95 % of ${number(luck.accounts, 0)} random accounts stay below; own gain ${dollars(luck.own)}, above ${percent(luck.rank_percent)} of them`
  const betaWords = `own ${percent(beta.own_percent)}, SPY ${percent(beta.spy_percent)}, beta ${number(beta.beta)}`
  const rows = [
    ['Equity as filled', dollars(prices.as_filled), counted(prices.fills, 'fill')],
    ['at the bare touch', dollars(prices.at_touch), `impact cost ${dollars(prices.impact_paid)}`],
    ['at the middle', dollars(prices.at_mid), `the spread cost ${dollars(prices.spread_paid)}`],
    ['Return without the market', percent(beta.excess_percent), beta.reason ?? betaWords],
    ['Luck’s ceiling', dollars(luck.ceiling), luck.reason ?? luckWords],
  ]
  return [
    ...words.map((sentence) => h('p', {}, daysInWords(sentence))),
    ...(why === null ? [] : [note(`Not judged in words yet: ${why}.`)]),
    table('Scorecard', ['Figure', 'Value#', 'How'], rows),
    regimes.length === 0
      ? note('No trade has been closed yet.')
      : h('h3', {}, `Closed trades by the regime at their entry, ${number(closed, 0)} in all`),
    regimes.length === 0
      ? null
      : table(
          'Closed trades by the regime at their entry',
          ['Regime', 'Trades#', 'Wins#', 'Gain#', 'Average#'],
          regimes.map((each) => [each.regime ?? 'unknown', number(each.trades, 0), number(each.wins, 0), gain(each.gain), gain(each.average)]),
        ),
  ]
}

async function ledgerPart() {
  const newest = await get('ledger?limit=1')
  const after = isOk(newest) ? Math.max(0, newest.body.through - LEDGER_SHOWN) : 0
  await part('ledger', `ledger?after=${after}&limit=${LEDGER_SHOWN}`, ledger)
}

async function load() {
  if (shownToken === null) return
  await Promise.all([
    part('figures', 'account', account),
    part('equity', 'equity-curve?days=3650', equity),
    part('stocks', 'positions', stocks),
    part('options', 'positions/options', options),
    part('trades', 'history?limit=25', trades),
    part('scorecard', 'scorecard', scorecard),
    ledgerPart(),
  ])
}

// Opens the account's stream with a ticket, since a browser cannot send a token with it; each opening needs a new one.
async function listen() {
  const token = shownToken
  if (token === null) return
  const ticket = await call(`${API}/stream/ticket`, { token, method: 'POST' })
  if (token !== shownToken) return
  if (!isOk(ticket)) return void setTimeout(() => void listen(), REOPEN_MS * (1 + Math.random()))
  stream = new EventSource(`${API}/stream?ticket=${encodeURIComponent(ticket.body.ticket)}`)
  for (const kind of ['fill', 'settlement', 'call', 'corporate_action', 'account']) {
    stream.addEventListener(kind, () => void load())
  }
  stream.addEventListener('error', () => {
    stream.close()
    setTimeout(() => void listen(), REOPEN_MS * (1 + Math.random()))
  })
}

async function enter(token) {
  shownToken = token
  store.keep(token)
  say('')
  document.getElementById('enter').hidden = true
  document.getElementById('account').hidden = false
  await load()
  if (shownToken !== null) void listen()
}

tokenForm(document.getElementById('token-form'), (token) => void enter(token))
document.getElementById('leave').replaceWith(button('Forget the token', () => leave('The token has been removed from this tab.')))
orderForm(document.getElementById('order'), (path, options) => call(`${API}/${path}`, { ...options, token: shownToken }), load)
setInterval(() => !document.hidden && void load(), REFRESH_MS)
const kept = store.read()
if (kept !== null) void enter(kept)
