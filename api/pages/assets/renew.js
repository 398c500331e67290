// Replaces the open page by its next version, part by part. What the reader has opened and how far a table is scrolled
// is preserved; a part that the reader is using stays as it is, and shows that.

// A part that a script draws, or a main of such parts, is marked with `data-own`; it is left to its script.
const PARTS = 'main h1, main > p, main section'
const partsOf = (page) => [...page.querySelectorAll(PARTS)]
const namesOf = (parts) => parts.map((part) => `${part.localName} ${part.getAttribute('aria-label')}`).join()

// The keyboard's focus or a selection of text is in it. A click on a table also leaves the focus there, which does not
// mean that it is being read.
export function isInHand(part) {
  const chosen = getSelection()
  const isChosen = chosen.type === 'Range' && chosen.getRangeAt(0).intersectsNode(part)
  return isChosen || part.matches(':focus-visible') || part.querySelector(':focus-visible') !== null
}

// A part that was not updated must not look as new as the others.
export function hold(part, shown = shownTime()) {
  if (part.querySelector(':scope > .held')) return
  const note = document.createElement('p')
  note.className = 'note warn held'
  note.textContent = `Not refreshed${shown ? ` at ${shown}` : ''}, because the focus or a selection is in it.`
  part.append(note)
}

// These keep what the reader opened in a part, and how far its tables are scrolled, for the part that comes in its place.
const openedIn = (part) => [...part.querySelectorAll('details')].map((each) => each.open)
const scrolledIn = (part) => [...part.querySelectorAll('.scroll')].map((each) => each.scrollLeft)

function open(part, opened) {
  for (const [at, each] of [...part.querySelectorAll('details')].entries()) each.open = opened[at] ?? false
}

// A table that was not there before begins where its data-from says, or at its left.
function scroll(part, scrolled) {
  for (const [at, each] of [...part.querySelectorAll('.scroll')].entries()) each.scrollLeft = scrolled[at] ?? each.dataset.from ?? 0
}

// Draws a part anew in its place and keeps both.
export function drawAgain(part, draw) {
  const [opened, scrolled] = [openedIn(part), scrolledIn(part)]
  draw()
  open(part, opened)
  scroll(part, scrolled)
}

function renewPart(here, there, shown) {
  if (!here || !there || here.hasAttribute('data-own')) return
  open(there, openedIn(here))
  if (here.outerHTML === there.outerHTML) return
  if (here.matches('main, section') && isInHand(here)) return hold(here, shown)
  const scrolled = scrolledIn(here)
  here.replaceWith(there)
  scroll(there, scrolled)
}

// The links stay in place, so that the focus of a reader who goes through them does not stop the time next to them.
function renewHead(here, there) {
  for (const part of [...here.children]) if (part.localName !== 'nav') part.remove()
  here.prepend(...[...there.children].filter(({ localName }) => localName !== 'nav'))
}

// A banner with unchanged words is left in place, because a screen reader reads each new one aloud.
function renewBanner(there) {
  const here = document.querySelector('.banner:not(#lost)')
  if (here?.outerHTML === there?.outerHTML) return
  here?.remove()
  if (there) document.querySelector('header').after(there)
}

// The moment that the head of the page names.
export const shownTime = () => document.querySelector('header time')?.textContent

export function renewPage(next) {
  const shown = shownTime()
  renewHead(document.querySelector('header'), next.querySelector('header'))
  renewBanner(next.querySelector('.banner'))
  document.title = next.title
  const main = document.querySelector('main')
  if (main.hasAttribute('data-own')) return
  const [here, there] = [partsOf(document), partsOf(next)]
  if (namesOf(here) === namesOf(there)) for (const [at, part] of here.entries()) renewPart(part, there[at], shown)
  else renewPart(main, next.querySelector('main'), shown)
}
