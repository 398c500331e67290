import { h, minute, show, time } from './dom.js'
import { button, call, isOk, refusal, tokenStore } from './session.js'

const PATH = '/api/v1/admin/clock'
const REFRESH_MS = 2_000
const MOVES = [
  ['Pause', { action: 'pause' }],
  ['Run', { action: 'run' }],
  ['60 times', { action: 'run', speed: 60 }],
  ['15 minutes on', { action: 'step', by: '15m' }],
  ['Next cycle', { action: 'to', to: 'next-cycle' }],
  ['Next open', { action: 'to', to: 'next-open' }],
  ['Next close', { action: 'to', to: 'next-close' }],
  ['Lock-step', { action: 'lock-step' }],
]
const admin = tokenStore('market-admin-token')
const section = document.getElementById('clock')
let said = ''

// A screen reader reads these words aloud, so they change with the state of the clock and not with its time.
function say(words) {
  const place = document.getElementById('clock-said')
  if (place.textContent !== words) place.textContent = words
}

const STATES = { run: 'runs', paused: 'is paused', moving: 'is moving', 'lock-step': 'is in lock-step with its agents' }

function draw({ service_time, state, speed, effective_speed, target, waiting_for }) {
  const holds = waiting_for.map(({ what, name, reason }) => h('li', {}, `${name ?? what}: ${reason}`))
  say(`The clock ${STATES[state] ?? state}${target === null ? '' : ` to ${minute(target)}`}. ${said}`.trim())
  show('clock-state',
    h('p', {}, time(service_time), `; wished speed ${speed}, in effect ${effective_speed}.`),
    ...(holds.length === 0 ? [] : [h('p', {}, 'Waits for:'), h('ul', {}, holds)]))
}

async function look() {
  const token = admin.read()
  section.hidden = token === null
  if (token === null) return
  const answer = await call(PATH, { token })
  if (answer.status === 401 || answer.status === 403) admin.forget()
  else if (isOk(answer)) draw(answer.body)
  else say(refusal(answer))
}

// A move may take a while: the page shows where the clock is meanwhile.
async function move(body) {
  said = ''
  const moving = call(PATH, { token: admin.read(), method: 'POST', body })
  setTimeout(() => void look(), 200)
  const answer = await moving
  if (answer.status >= 400) said = refusal(answer)
  await look()
}

section.append(
  h('h2', {}, 'Clock'),
  h('div', { id: 'clock-state' }),
  h('p', { id: 'clock-said', role: 'status' }),
  h('p', {}, MOVES.flatMap(([words, body]) => [button(words, () => void move(body)), ' '])),
)
void look()
setInterval(() => {
  if (!document.hidden) void look()
}, REFRESH_MS)
