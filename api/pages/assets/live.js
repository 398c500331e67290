import { minute, number } from './dom.js'

// Keeps prices fresh and redraws a page when something happened. Without this script a page stays as it was loaded;
// nothing else is lost.
const PRICES_EVERY_MS = 10_000
const REOPEN_MS = 5_000
const KINDS = ['alert', 'transition', 'tripwire', 'verdict', 'pick']

async function renewPrices() {
  const places = [...document.querySelectorAll('[data-quote]')]
  if (document.hidden || places.length === 0) return
  const symbols = [...new Set(places.map((place) => place.dataset.quote))].slice(0, 10)
  const answer = await fetch(`/api/v1/trading/quotes?symbols=${symbols.join(',')}`)
  if (!answer.ok) return
  const { quotes } = await answer.json()
  for (const place of places) {
    const quote = quotes.find(({ symbol }) => symbol === place.dataset.quote)
    if (typeof quote?.price !== 'number') continue
    place.textContent = quote.price.toFixed(2)
    place.closest('.waiting')?.classList.remove('waiting')
    renewChange(quote)
  }
  const shown = quotes.filter(({ price, quoted_at: at }) => typeof price === 'number' && typeof at === 'string')
  for (const words of document.querySelectorAll('[data-quoted]')) words.textContent = quotedWords(shown)
}

// The change since the previous close; the sign shows its direction as well as the colour.
function renewChange({ symbol, change_percent: percent }) {
  const isKnown = typeof percent === 'number'
  const size = isKnown ? Number(percent.toFixed(2)) : 0
  for (const place of document.querySelectorAll(`[data-change="${symbol}"]`)) {
    place.textContent = isKnown ? `${size > 0 ? '+' : ''}${number(size)} %` : ''
    place.className = `small change ${size > 0 ? 'good' : size < 0 ? 'bad' : 'flat'}`
  }
}

// The moment of the oldest of these prices, which on a Sunday is that of Friday.
function quotedWords(quotes) {
  const [oldest] = quotes.map(({ quoted_at: at }) => at).toSorted()
  if (oldest === undefined) return 'of an unknown time'
  return `quoted ${minute(oldest)}${quotes.some(({ delayed }) => delayed) ? ', delayed' : ''}`
}

// An EventSource reconnects by itself after a lost connection, but never after another status than 200.
function listen() {
  const source = new EventSource(`/api/v1/agents/stream?kinds=${KINDS.join(',')}`)
  let hasSnapshot = false
  source.addEventListener('snapshot', () => (hasSnapshot = true))
  for (const kind of KINDS) {
    source.addEventListener(kind, () => hasSnapshot && document.dispatchEvent(new Event('market-changed')))
  }
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, REOPEN_MS * (1 + Math.random()))
  })
}

void renewPrices().catch(() => {})
setInterval(() => void renewPrices().catch(() => {}), PRICES_EVERY_MS)
document.addEventListener('page-redrawn', () => void renewPrices().catch(() => {}))
listen()
