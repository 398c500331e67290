import { daysInWords, dollars, h, minute, show, trueMinus } from './dom.js'
import { button, isOk, refusal } from './session.js'

const OPTION = /^[A-Z.]{1,7}\d{6}[CP]\d{8}$/

// The words of a refusal; its fix names members of the answer with their values, and a reader sees no members.
function refusalWords(answer) {
  const { next_open: opens, ...details } = answer.body?.details ?? {}
  if (opens !== undefined) return `${answer.body.message} It opens on ${minute(opens)}.`
  const words = refusal(answer)
  const untold = ([name, value]) => ['string', 'number'].includes(typeof value) && !words.includes(`details.${name} (`)
  const told = Object.entries(details).filter(untold)
  const figures = told.map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`).join(', ')
  const plain = words.replaceAll(/\bdetails\.(\w+)/g, (_, name) => name.replaceAll('_', ' '))
  return trueMinus(figures === '' ? plain : `${plain} Details: ${figures}.`)
}

// Places a paper trade in two steps: a quote that is valid for 60 seconds, and its confirmation.
export function orderForm(form, send, done) {
  let ticking
  const place = (...content) => show('quote', ...content)
  const field = (name) => form.elements[name].value.trim()

  async function ask(event) {
    event.preventDefault()
    clearInterval(ticking)
    const instrument = field('instrument').toUpperCase().replaceAll(' ', '')
    const quantity = Number(field('quantity'))
    const isOption = OPTION.test(instrument)
    const body = { side: field('side'), quantity, ...(isOption ? { contract: instrument } : { symbol: instrument }) }
    place(h('p', {}, 'Requesting a quote…'))
    const answer = await send(isOption ? 'trades/options' : 'trades', { method: 'POST', body, key: crypto.randomUUID() })
    if (!isOk(answer)) return place(h('p', { class: 'note bad', role: 'alert' }, refusalWords(answer)))
    offer(answer.body)
  }

  function offer(trade) {
    const endsAt = performance.now() + (trade.expires_in_ms ?? 0)
    const clock = h('strong', { role: 'timer' })
    const buttons = [
      button('Confirm', () => void confirm(trade, buttons), { class: 'primary' }),
      button('Cancel', () => void cancel(trade, buttons)),
    ]
    const tick = () => {
      const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000))
      clock.textContent = `${left} s left`
      if (left === 0) runOut()
    }
    const warnings = trade.held_against
    // The quote takes the focus, not the button: an Enter that was meant for the form must not trade.
    const terms = h('p', { tabindex: '-1' }, `${trade.side} ${trade.quantity} ${trade.legs.map(({ instrument }) => instrument).join(' + ')} at ${dollars(trade.price)}, at worst ${dollars(trade.worst_price)}. It changes the cash by ${dollars(trade.total)} with fees of ${dollars(trade.fees)}; the most it can lose is ${trade.max_loss === null ? 'unlimited' : dollars(trade.max_loss)}.`)
    place(
      terms,
      h('p', {}, 'Held against it: ', warnings === null ? 'the alerts could not be read.' : warnings.length === 0 ? 'nothing.' : ''),
      h('ul', { class: 'plain' }, (warnings ?? []).map(({ severity, message }) => h('li', {}, `${severity}: ${daysInWords(message)}`))),
      h('p', { class: 'actions' }, clock, ...buttons),
    )
    ticking = setInterval(tick, 250)
    terms.focus()
    tick()
  }

  // How the quote ended. A button that is disabled or gone has lost the focus to the body, so it goes on to the next quote.
  function end(words, attributes = {}) {
    place(h('p', { role: 'alert', ...attributes }, words))
    if (document.activeElement === document.body) form.querySelector('button').focus()
  }

  // A timer is not read aloud.
  function runOut() {
    clearInterval(ticking)
    end('The quote has expired, and nothing was traded. Ask for a new quote.')
  }

  async function confirm(trade, buttons) {
    clearInterval(ticking)
    for (const each of buttons) each.disabled = true
    // The same key gets the same answer, so that a confirmation whose answer was lost may be repeated.
    const answer = await send(`trades/${trade.trade_id}/confirm`, { method: 'POST', key: `page-${trade.trade_id}` })
    if (answer.status === 0) {
      for (const each of buttons) each.disabled = false
      return void place(h('p', { class: 'note warn', role: 'alert' }, refusal(answer), ' Confirm again to learn what became of it.'), h('p', { class: 'actions' }, ...buttons))
    }
    const { status, fill_price: price } = answer.body
    const words = !isOk(answer)
      ? refusalWords(answer)
      : status === 'executing'
        ? 'Confirmed; it fills at the next quote of the delayed feed.'
        : `Filled at ${dollars(price)}.`
    end(words, { class: isOk(answer) ? 'note good' : 'note bad' })
    await done()
  }

  async function cancel(trade, buttons) {
    for (const each of buttons) each.disabled = true
    clearInterval(ticking)
    const answer = await send(`trades/${trade.trade_id}`, { method: 'DELETE' })
    end(isOk(answer) ? 'Cancelled.' : refusal(answer))
  }

  form.addEventListener('submit', (event) => void ask(event))
}
