import { age, counted, day as dayWords, h, minute, note, number, redraw, s, show, table, time } from './dom.js'
import { loadGrades } from './grades.js'
import { button, call, isOk, refusal, tokenForm, tokenStore } from './session.js'

const REFRESH_MS = 5_000
const GRADES_MS = 60_000
const DAY_S = 86_400
// Further to the right than any table is wide.
const FAR = 100_000
// The least width of the timeline over that of its drawing, and half of a narrow card.
const NARROW_SCALE = 760 / 980
const HALF_PHONE = 140
const internal = tokenStore('market-internal-token')
const admin = tokenStore('market-admin-token')
let token = null
// The moment of the pipeline that is shown, and whether the newest request for it failed.
let shownAt = null
let isLost = false

// The groups from left to right, in the order of the work.
const GROUPS = { fetch: 'Fetch', compute: 'Compute', judge: 'Judge', deliver: 'Deliver and settle' }

// Unchanged words are not written again, because a screen reader would read them aloud each time.
const say = (words) => document.getElementById('message').textContent !== words && show('message', words)

function leave(words) {
  internal.forget()
  admin.forget()
  token = null
  document.getElementById('pipeline').hidden = true
  document.getElementById('enter').hidden = false
  say(words)
}

function troubles(stage) {
  return [
    ...(stage.dead > 0 ? [`${number(stage.dead, 0)} dead`] : []),
    ...(stage.workers === 0 ? ['no worker'] : []),
    ...(stage.standing_seconds === null ? [] : [`stuck for ${age(stage.standing_seconds)}`]),
    ...(stage.unattended_seconds === null ? [] : [`unattended for ${age(stage.unattended_seconds)}`]),
  ]
}

async function redrive(stage) {
  const held = admin.read()
  if (held === null) return say('A redrive needs the admin token: enter it below.')
  const answer = await call(`/api/v1/admin/stages/${encodeURIComponent(stage)}/redrive`, { token: held, method: 'POST' })
  if (answer.status === 401 || answer.status === 403) admin.forget()
  say(isOk(answer) ? `The dead letters of ${stage} are being sent again.` : refusal(answer))
}

function box(stage) {
  const wrong = troubles(stage)
  return h(
    'li',
    { class: wrong.length > 0 ? 'stage bad' : 'stage' },
    h('strong', {}, stage.stage),
    h('span', { class: 'small' }, `${number(stage.ready, 0)} wait${stage.ready > 0 ? `, the oldest ${age(stage.oldest_age_seconds)}` : ''}; ${number(stage.active, 0)} in hand; ${number(stage.delayed, 0)} retry`),
    h('span', { class: 'small mute' }, `${counted(stage.workers, 'worker')}, ${number(stage.rate_per_minute, 0)} a minute`),
    wrong.length === 0 ? null : h('span', { class: 'small' }, wrong.join(', ')),
    stage.dead > 0 ? button('Send again', () => void redrive(stage.stage), { 'aria-label': `Send again: dead letters of ${stage.stage}` }) : null,
  )
}

// The groups in the order of the work, with an arrow to the next one; the widest group has the most stages.
const picture = (stages) =>
  h('ol', { class: 'groups' }, Object.entries(GROUPS).map(([group, name]) => {
    const own = stages.filter((stage) => stage.group === group)
    const dead = own.reduce((sum, stage) => sum + stage.dead, 0)
    const waiting = own.reduce((sum, stage) => sum + stage.ready, 0)
    return h('li', { class: `group ${group}` }, h('h3', {}, name, h('span', { class: 'mute' }, ` ${number(waiting, 0)} wait, ${number(dead, 0)} dead`)), h('ul', { class: 'stages' }, own.map(box)))
  }))

// Seconds since midnight of an instant that is served with its Eastern wall time.
const secondsOf = (instant) => Number(instant.slice(11, 13)) * 3_600 + Number(instant.slice(14, 16)) * 60 + Number(instant.slice(17, 19))

function timeline({ slots, minutes, day, as_of: now }) {
  const at = (seconds) => (40 + (seconds / DAY_S) * 900).toFixed(1)
  const hours = [0, 6, 9.5, 12, 16, 20, 24].map((hour) => hour * 3_600)
  const label = (seconds) => `${String(Math.floor(seconds / 3_600)).padStart(2, '0')}:${String((seconds % 3_600) / 60).padStart(2, '0')}`
  const strip = s(
    'svg',
    { viewBox: '0 0 980 64', role: 'img', 'aria-label': `${counted(slots.length, 'slot')} of ${dayWords(day)}: ${slots.filter(({ state }) => state === 'missed').length} missed` },
    ...hours.flatMap((seconds) => [s('line', { class: 'axis', x1: at(seconds), x2: at(seconds), y1: 8, y2: 44 }), s('text', { class: 'm', x: at(seconds), y: 60, 'text-anchor': 'middle' }, label(seconds))]),
    ...slots.map(({ state, scheduled_for: due }) =>
      state === 'missed'
        ? s('path', { class: 'tick down', d: `M${at(secondsOf(due)) - 5},18 l10,10 m0,-10 l-10,10` })
        : s('line', { class: 'tick up', x1: at(secondsOf(due)), x2: at(secondsOf(due)), y1: 14, y2: 32 }),
    ),
    s('line', { class: 'line', x1: at(secondsOf(now)), x2: at(secondsOf(now)), y1: 4, y2: 46 }),
  )
  const rows = slots.map(({ key, kind, scheduled_for: due, state, reason, late_seconds: late }) => [time(due), kind, key, state, age(late), reason ?? ''])
  return [
    // On a narrow screen the hours around now are shown first, and not the night.
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Slots as a timeline', 'data-from': Math.round(at(secondsOf(now)) * NARROW_SCALE - HALF_PHONE) }, strip),
    h('p', { class: 'small mute' }, `A line is a slot that fired, a cross one that was missed; the long line is now; hours are Eastern time. Minutes: ${number(minutes.fired, 0)} collected, ${number(minutes.missed, 0)} missed.`),
    slots.length === 0 ? note('No slot of this day has been decided yet.') : h('details', {}, h('summary', {}, slots.length === 1 ? 'The slot' : `All ${slots.length} slots`), table('Slots', ['Due', 'Kind', 'Slot', 'State', 'Late#', 'Reason'], rows)),
  ]
}

function judged(counts) {
  if (counts === undefined) return ['·', 'none', 'no run']
  const words = `${counted(counts.runs, 'run')}, ${counts.ok} ok, ${counts.degraded} degraded`
  if (counts.ok < counts.runs) return [counts.ok === 0 ? '×' : '!', counts.ok === 0 ? 'bad' : 'warn', words]
  return counts.degraded > 0 ? ['~', 'warn', words] : ['✓', 'good', words]
}

function heat({ source_days: sources }) {
  const days = [...new Set(sources.flatMap(({ days: own }) => own.map(({ day }) => day)))].toSorted()
  if (days.length === 0) return note('No source has run yet.')
  const rows = sources.map(({ source, days: own }) =>
    h('tr', {}, h('th', { scope: 'row' }, source), days.map((day) => {
      const [sign, tone, words] = judged(own.find((each) => each.day === day))
      return h('td', { class: `heat ${tone}`, title: `${dayWords(day)}: ${words}` }, h('span', { 'aria-hidden': 'true' }, sign), h('span', { class: 'hidden' }, words))
    })),
  )
  const head = h('tr', {}, h('th', { scope: 'col' }, 'Source'), days.map((day) =>
    h('th', { scope: 'col', class: 'heat' }, h('span', { 'aria-hidden': 'true' }, day.slice(8)), h('span', { class: 'hidden' }, dayWords(day)))))
  // On a narrow screen the newest days, which are the last columns, are shown first.
  const wide = h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Runs of sources by day', 'data-from': FAR }, h('table', {}, h('caption', { class: 'hidden' }, 'Runs of sources by day'), h('thead', {}, head), h('tbody', {}, rows)))
  return [
    wide,
    h('p', { class: 'small mute' }, `${dayWords(days[0])} to ${dayWords(days.at(-1))}. ✓ all runs succeeded, ~ with less than all, ! some failed, × all failed, · no run.`),
  ]
}

async function steps(id) {
  const answer = await call(`/api/v1/internal/traces/${id}`, { token })
  if (!isOk(answer)) return show('steps', note(refusal(answer)))
  const rows = answer.body.steps.map((each) => [time(each.at), each.step, each.name, each.outcome, each.requests ?? '', each.ms === null ? '' : `${number(each.ms, 0)} ms`])
  show('steps', h('h3', {}, `Trace ${id}`), table(`Steps of trace ${id}`, ['When', 'Step', 'Name', 'Outcome', 'Requests#', 'Vendor#'], rows))
}

const traces = ({ traces: rows }) =>
  rows.length === 0
    ? note('No cycle has a trace yet.')
    : table('Newest cycles', ['Cycle', 'State', 'Trace'], rows.map(({ cycle, state, trace_id: id }) => [minute(cycle), state, button(id.slice(0, 8), () => void steps(id), { class: 'slim', 'aria-label': `${id.slice(0, 8)}: steps of ${minute(cycle)}` })]))

async function load() {
  if (token === null) return
  const asked = token
  const answer = await call('/api/v1/internal/pipeline', { token })
  if (asked !== token) return
  if (answer.status === 401 || answer.status === 403) return leave('The service does not accept this token.')
  if (!isOk(answer)) {
    isLost = true
    show('seen', 'Not renewed.')
    return say(`${refusal(answer)}${shownAt === null ? '' : ` What stands below is of ${minute(shownAt)}.`}`)
  }
  if (isLost) say('')
  isLost = false
  const { body } = answer
  shownAt = body.as_of
  show('seen', body.seen_seconds_ago === null ? 'No scheduler has looked at the queues yet.' : `As a scheduler saw it ${age(body.seen_seconds_ago)} ago.`)
  redraw('stages', body.stages, () => picture(body.stages))
  redraw('slots', [body.slots, body.minutes, body.as_of.slice(0, 16)], () => timeline(body))
  redraw('heat', body.source_days, () => heat(body))
  redraw('traces', body.traces, () => traces(body))
}

async function enter(given) {
  token = given
  internal.keep(given)
  say('')
  document.getElementById('enter').hidden = true
  document.getElementById('pipeline').hidden = false
  await load()
  await loadGrades(given)
}

tokenForm(document.getElementById('token-form'), (given) => void enter(given))
tokenForm(document.getElementById('admin-form'), (given) => {
  admin.keep(given)
  say('The admin token is kept only in this tab, until you close it.')
})
document.getElementById('leave').replaceWith(button('Forget the tokens', () => leave('The tokens have been removed from this tab.')))
setInterval(() => !document.hidden && void load(), REFRESH_MS)
// Grades change once an evening.
setInterval(() => !document.hidden && token !== null && void loadGrades(token), GRADES_MS)
const kept = internal.read()
if (kept !== null) void enter(kept)
