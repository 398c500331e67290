import { expect, it } from 'vitest'
import { textOf } from '../../harness/text-of.ts'
import { type Chrome, layout } from './layout.ts'

const known = (value: unknown) => ({ value, reason: null, staleSeconds: null })
const market = { current_time: '2026-11-20T10:30:00-05:00', state: 'open', next_change: '2026-11-20T16:00:00-05:00' }
const status = { loading: null, issues: [], clock: null, scenario: null }
const page = { title: 'Today', description: 'The state.', main: '<p>content</p>' }
const chrome = { path: '/', dataMode: 'live', publicUrl: null, market: known(market), status: known(status) }
const laid = (changes: object = {}, content: object = {}): string =>
  layout({ ...page, ...content }, { ...chrome, ...changes } as unknown as Chrome)
const headerOf = (changes: object): string => textOf(/<header>(.*?)<\/header>/s.exec(laid(changes))![1]!)
const bannerOf = (changes: object, content: object = {}): string | undefined =>
  /<p class="(banner .*?)<\/p>/s.exec(laid(changes, content))?.[1]

it('the header shows the time, the session and the pages, and marks the current page', () => {
  expect(headerOf({})).toBe(
    'Market state Fri 20 Nov 2026, 10:30 ET market open, until 16:00 ET Today Tape Gamma Flow Verdicts Screener Reports Trading Ops API',
  )
  expect(laid({ path: '/flow' })).toContain(
    '<a href="/flow" aria-current="page">Flow</a><a href="/verdicts">Verdicts</a>',
  )
  expect(laid({ path: '/flow' }).match(/aria-current/g)).toHaveLength(1)
})

it.each([
  [
    'a state that is not known',
    { market: known({ ...market, state: null, next_change: null }) },
    '10:30 ET market unknown Today',
  ],
  [
    'a change on another day',
    { market: known({ ...market, next_change: '2026-11-23T09:30:00-05:00' }) },
    'until Mon 23 Nov 2026, 09:30 ET Today',
  ],
  [
    'no time',
    { market: known({ ...market, current_time: null }) },
    'Market state The time of the service is not known. Today',
  ],
  ['no market', { market: known(null) }, 'Market state The time of the service is not known. Today'],
  ['a simulated market', { dataMode: 'simulated' }, 'Market state SIMULATED Fri'],
  [
    'a scenario',
    { dataMode: 'simulated', status: known({ ...status, scenario: 'crash' }) },
    'Market state SIMULATED: crash Fri',
  ],
  [
    'no scenario',
    { dataMode: 'simulated', status: known({ ...status, scenario: 'none' }) },
    'Market state SIMULATED Fri',
  ],
  [
    'a clock that runs',
    { status: known({ ...status, clock: { state: 'run', speed: 60, target: null } }) },
    'CLOCK AT 60× Fri',
  ],
  [
    'a clock that stands',
    { status: known({ ...status, clock: { state: 'paused', speed: 1, target: null } }) },
    'CLOCK PAUSED Fri',
  ],
  [
    'a clock in lock-step',
    { status: known({ ...status, clock: { state: 'lock-step', speed: 1, target: null } }) },
    'CLOCK IN LOCK-STEP Fri',
  ],
  [
    'a clock that moves',
    { status: known({ ...status, clock: { state: 'moving', speed: 1, target: '2026-11-20T16:30:00-05:00' } }) },
    'CLOCK MOVING, to Fri 20 Nov 2026, 16:30 ET Fri',
  ],
])('the header of %s says so', (_name, changes, words) => expect(headerOf(changes)).toContain(words))

it.each([
  [
    'loading, with what is left',
    { loading: { step: 'daily rows', percent: 40, eta_seconds: 120 } },
    'History is being loaded: daily rows, 40 %, about 2 minutes left.',
  ],
  [
    'loading, without an estimate',
    { loading: { step: 'daily rows', percent: 0, eta_seconds: null } },
    'History is being loaded: daily rows, 0 %.',
  ],
  ['troubled', { issues: ['ai2: 3 dead letters', 'fred has failed.'] }, 'Ai2: 3 dead letters. Fred has failed.'],
])('the banner tells that the service is %s', (_name, changes, words) => {
  expect(bannerOf({ status: known({ ...status, ...changes }) })).toBe(`banner warn" role="status">${words}`)
})

it('a state that cannot be read is a graver banner, and a healthy or quiet page has none', () => {
  expect(bannerOf({ status: known(null) })).toBe('banner bad" role="status">The state of the service is not known.')
  const old = { ...known(status), reason: 'the database cannot be reached' }
  expect(bannerOf({ status: old })).toBe('banner bad" role="status">The database cannot be reached.')
  expect(bannerOf({})).toBeUndefined()
  expect(bannerOf({ status: old }, { isQuiet: true })).toBeUndefined()
})

it.each([
  ['/', 'simulated', true],
  ['/ops', 'simulated', true],
  ['/flow', 'simulated', false],
  ['/', 'live', false],
])('the clock of %s in a market that is %s can be moved: %s', (path, dataMode, canMove) => {
  const html = laid({ path, dataMode })
  expect(html.includes('<section id="clock"')).toBe(canMove)
  expect(html.includes('/assets/clock.js')).toBe(canMove)
})

it('a page includes its own modules and style sheets, and renders in the browser if it is declared so', () => {
  const html = laid(
    { publicUrl: 'https://market.example/' },
    { scripts: ['live.js'], styles: ['uplot.css'], drawsItself: true, refreshesWithoutScript: true },
  )
  expect(html).toMatch(/page\.js"><\/script>\s*<script type="module" src="\/assets\/live\.js">/)
  expect(html).toContain('<link rel="stylesheet" href="/assets/uplot.css">')
  expect(html).toContain('content="https://market.example/assets/preview.png"')
  expect(html).toContain('<noscript><meta http-equiv="refresh" content="60">')
  expect(html).toContain('<main id="main" data-own>')
  const plain = laid()
  for (const part of ['og:image', 'noscript', 'data-own']) expect(plain).not.toContain(part)
})
