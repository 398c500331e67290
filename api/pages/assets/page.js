// Adds the reader's own time to every instant, and refreshes a page that asks for it. Without this script a page loses
// only these two.
function addOwnTimes() {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  for (const element of document.querySelectorAll('time[datetime]')) {
    const instant = new Date(element.getAttribute('datetime'))
    if (!Number.isNaN(instant.getTime())) element.title = `${format.format(instant)} your time`
  }
}

// Replaces the content by the page's next version and keeps what the reader has scrolled to and focused.
async function refresh() {
  if (document.hidden) return
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!answer.ok) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of ['header', 'main']) {
    const here = document.querySelector(part)
    const there = next.querySelector(part)
    if (here && there && here.innerHTML !== there.innerHTML && !here.contains(document.activeElement)) here.replaceWith(there)
  }
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
