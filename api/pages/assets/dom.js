import { drawAgain, hold, isInHand } from './renew.js'

// Builds elements. Every value becomes a text node or an attribute, never markup, so that a hostile name stays a name.
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'on') for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== null) element.setAttribute(name, String(value))
  }
  for (const child of children.flat()) if (child !== null && child !== '') element.append(child)
  return element
}

export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  element.append(...children)
  return element
}

// A table that scrolls by itself where it is wider than the screen, also by keyboard. A heading that ends in '#' is of numbers.
export function table(label, headings, rows) {
  const isNumber = headings.map((heading) => heading.endsWith('#'))
  const attributes = (index) => (isNumber[index] ? { class: 'n' } : {})
  const head = headings.map((heading, index) => h('th', { scope: 'col', ...attributes(index) }, heading.replace(/#$/, '')))
  // The first cell names its row, so that a screen reader announces to which row a number belongs.
  const cellOf = (cell, index) => (index === 0 ? h('th', { scope: 'row', ...attributes(0) }, cell) : h('td', attributes(index), cell))
  const body = rows.map((row) => h('tr', {}, row.map(cellOf)))
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Table: ${label}` },
    h('table', headings.length > 5 ? { class: 'prose' } : {}, h('caption', { class: 'hidden' }, label), h('thead', {}, h('tr', {}, head)), h('tbody', {}, body)),
  )
}

// Negative numbers with the sign that is as wide as a plus, not the hyphen of programs.
export const trueMinus = (text) => text.replace(/(?<![\w.)\]-])-(?=[$\d])/g, '−')

// A sentence begins with a capital and ends with a full stop, however a route words its reason.
const sentence = (words) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${/[.!?…]$/.test(words) ? '' : '.'}`

export const note = (words) => h('p', { class: 'empty' }, daysInWords(sentence(words)))

export const show = (id, ...content) => document.getElementById(id)?.replaceChildren(...content)

// A part is redrawn only if its facts changed and the reader is not using it, so that a chart keeps its zoom and a
// table its focus; a part that was not updated shows that.
const drawn = {}
export function redraw(id, facts, build) {
  const text = JSON.stringify(facts)
  if (drawn[id] === text) return
  const place = document.getElementById(id)
  if (isInHand(place)) return hold(place)
  drawn[id] = text
  drawAgain(place, () => show(id, ...[build()].flat().filter((part) => part !== null)))
}

export const number = (value, digits = 2) =>
  value === null || value === undefined
    ? 'unknown'
    : trueMinus(value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: 'negative' }))

// '1 run', '2 runs'.
export const counted = (count, noun) => `${number(count, 0)} ${noun}${count === 1 ? '' : 's'}`

// The sign of a value as it is shown; a small loss rounds to zero without a sign.
const signOf = (value) => (Number(value.toFixed(2)) < 0 ? '−' : '')

// Money with its sign before the dollar.
export const dollars = (value) =>
  value === null || value === undefined ? 'unknown' : `${signOf(value)}$${number(Math.abs(value))}`

// A gain or loss: the sign and the words show it as well as the colour.
export const gain = (value) =>
  value === null || value === undefined
    ? 'unknown'
    : h('span', { class: value > 0 ? 'good' : value < 0 ? 'bad' : 'flat' }, `${value > 0 ? '+' : ''}${dollars(value)}`)

const ownTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

// '20 Nov 2026' of '2026-11-20', as the service writes a day.
export function day(iso) {
  const [year, month, date] = iso.slice(0, 10).split('-').map(Number)
  return `${date} ${MONTHS[month - 1]} ${year}`
}

// 'Fri 20 Nov 2026, 10:30 ET': instants are served with their Eastern offset, so the wall time can be read off.
export const minute = (instant) =>
  `${WEEKDAYS[new Date(`${instant.slice(0, 10)}T12:00:00Z`).getUTCDay()]} ${day(instant)}, ${instant.slice(11, 16)} ET`

const ISO_DAY = /(?<![\w-])(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}) ET)?(?![\w-])/g

// Days and minutes in the sentences of routes, written as on the rest of a page.
export const daysInWords = (text) =>
  trueMinus(text.replace(ISO_DAY, (_iso, date, clock) => (clock === undefined ? day(date) : minute(`${date}T${clock}`))))

// The same as an element, with the reader's own time on hover.
export function time(instant) {
  if (instant === null || instant === undefined) return 'no time'
  const words = minute(instant)
  return h('time', { datetime: instant, title: `${ownTime.format(new Date(instant))} your time` }, words)
}

export function age(seconds) {
  if (seconds === null || seconds === undefined) return 'unknown'
  if (seconds < 90) return `${Math.round(seconds)} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3_600)} h`
}
