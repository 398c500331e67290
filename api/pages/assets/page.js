import { renewPage, shownTime } from './renew.js'

// Adds the reader's own time to every instant, and refreshes the page while it is open. Without this script a page
// lacks only these two.
function addOwnTimes(page) {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  for (const element of page.querySelectorAll('time[datetime]')) {
    const instant = new Date(element.getAttribute('datetime'))
    if (!Number.isNaN(instant.getTime())) element.title = `${format.format(instant)} your time`
  }
}

// The answer of the service; null where there was none.
async function ask() {
  try {
    // Without this, the copy that a browser caches for some seconds would pass for a new answer.
    const how = { headers: { accept: 'text/html' }, cache: 'no-cache', signal: AbortSignal.timeout(WAIT_MS) }
    const answer = await fetch(location.href, how)
    return { isOk: answer.ok, status: answer.status, text: await answer.text() }
  } catch {
    return null
  }
}

// Renews the page and returns why that was not possible, or null.
async function refresh() {
  const answer = await ask()
  if (answer === null) return 'the service does not answer'
  if (!answer.isOk) return `the service refuses it with the status ${answer.status}`
  const next = new DOMParser().parseFromString(answer.text, 'text/html')
  // An unchanged part must compare as equal, so that it is left in place.
  addOwnTimes(next)
  renewPage(next)
  document.dispatchEvent(new Event('page-redrawn'))
  return null
}

// A page that could not be refreshed must not look like one that was; unchanged words are not read aloud again.
function sayLost(why) {
  const shown = shownTime()
  const words = why === null ? '' : `This page cannot be renewed: ${why}. The figures shown are ${shown ? `from ${shown}` : 'old'}.`
  if (lost.textContent !== words) lost.textContent = words
}

const WAIT_MS = 15_000
const RETRY_MS = 10_000
const SETTLED_AFTER_MS = 2_000
const seconds = Number(document.documentElement.dataset.refresh)
const lost = document.createElement('p')
let timer

function later(ms) {
  clearTimeout(timer)
  timer = setTimeout(() => void again(), ms)
}

async function again() {
  if (document.hidden) return later(seconds * 1000)
  later(RETRY_MS + WAIT_MS)
  const why = await refresh()
  sayLost(why)
  later(why === null ? seconds * 1000 : RETRY_MS)
}

addOwnTimes(document)
if (seconds > 0) {
  // The element exists before its words; otherwise a screen reader would not read them.
  lost.id = 'lost'
  lost.className = 'banner warn'
  lost.setAttribute('role', 'status')
  document.querySelector('header').after(lost)
  later(seconds * 1000)
  // Several events of one cycle redraw the page once.
  document.addEventListener('market-changed', () => later(SETTLED_AFTER_MS))
  // A page that comes back to the front, or a machine that comes back to the network, has missed refreshes.
  document.addEventListener('visibilitychange', () => !document.hidden && later(0))
  window.addEventListener('online', () => later(0))
  // A part that was not updated is updated when the reader leaves it.
  document.addEventListener('focusout', ({ target }) => target.closest('section')?.querySelector('.held') && later(SETTLED_AFTER_MS))
}
