// Adds the reader's own time to every instant, and refreshes a page that asks for it. Without this script a page loses
// only these two.
function addOwnTimes() {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  for (const element of document.querySelectorAll('time[datetime]')) {
    const instant = new Date(element.getAttribute('datetime'))
    if (!Number.isNaN(instant.getTime())) element.title = `${format.format(instant)} your time`
  }
}

const cards = (page) => [...page.querySelectorAll('main section:not([data-own])')]
const names = (page) => cards(page).map((card) => card.getAttribute('aria-label')).join()

// Puts the next version of a part in its place, unless the reader's focus is in it; what the reader opened stays open.
function renew(here, there) {
  if (!here || !there || here.outerHTML === there.outerHTML || here.contains(document.activeElement)) return
  const opened = [...here.querySelectorAll('details')].map((each) => each.open)
  for (const [at, each] of [...there.querySelectorAll('details')].entries()) each.open = opened[at] ?? false
  here.replaceWith(there)
}

// Renews the page part by part; a card that a script draws is left to its script.
function redraw(next) {
  for (const part of ['header', 'h1']) renew(document.querySelector(part), next.querySelector(part))
  renewBanner(next.querySelector('.banner'))
  if (names(document) === names(next)) {
    const there = cards(next)
    for (const [at, card] of cards(document).entries()) renew(card, there[at])
  } else renew(document.querySelector('main'), next.querySelector('main'))
  document.title = next.title
  addOwnTimes()
  document.dispatchEvent(new Event('page-redrawn'))
}

// A banner that says the same is left where it stands, since a screen reader reads each new one aloud.
function renewBanner(there) {
  const here = document.querySelector('.banner:not(#lost)')
  if (here?.outerHTML === there?.outerHTML) return
  here?.remove()
  if (there) document.querySelector('header').after(there)
}

// The answer of the service; null where there was none.
async function ask() {
  try {
    // The copy that a browser keeps for some seconds would pass for an answer.
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
  redraw(new DOMParser().parseFromString(answer.text, 'text/html'))
  return null
}

// A page that is not renewed must not look like one that is; the same words are not read aloud twice.
function sayLost(why) {
  const shown = document.querySelector('header time')?.textContent
  const words = why === null ? '' : `This page cannot be renewed: ${why}. What stands here is ${shown ? `of ${shown}` : 'old'}.`
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

addOwnTimes()
if (seconds > 0) {
  // The place of the words is there before they are, or a screen reader would not read them.
  lost.id = 'lost'
  lost.className = 'banner warn'
  lost.setAttribute('role', 'status')
  document.querySelector('header').after(lost)
  later(seconds * 1000)
  // Several events of one cycle redraw the page once.
  document.addEventListener('market-changed', () => later(SETTLED_AFTER_MS))
  // A page that comes back to the front, or a machine to the network, has missed its turns.
  document.addEventListener('visibilitychange', () => !document.hidden && later(0))
  window.addEventListener('online', () => later(0))
}
