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
async function refresh() {
  if (document.hidden) return
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!answer.ok) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of ['header', 'h1']) renew(document.querySelector(part), next.querySelector(part))
  document.querySelector('.banner')?.remove()
  const banner = next.querySelector('.banner')
  if (banner) document.querySelector('header').after(banner)
  if (names(document) === names(next)) {
    const there = cards(next)
    for (const [at, card] of cards(document).entries()) renew(card, there[at])
  } else renew(document.querySelector('main'), next.querySelector('main'))
  document.title = next.title
  addOwnTimes()
  document.dispatchEvent(new Event('page-redrawn'))
}

addOwnTimes()
const seconds = Number(document.documentElement.dataset.refresh)
const SETTLED_AFTER_MS = 2_000
if (seconds > 0) {
  const again = () => void refresh().catch(() => {})
  let soon
  setInterval(again, seconds * 1000)
  // Several events of one cycle redraw the page once.
  document.addEventListener('market-changed', () => {
    clearTimeout(soon)
    soon = setTimeout(again, SETTLED_AFTER_MS)
  })
}
