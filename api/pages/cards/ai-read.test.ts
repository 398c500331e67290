import { expect, it } from 'vitest'
import { textOf } from '../../../harness/text-of.ts'
import { readExample } from '../../openapi/read-example.ts'
import { aiReadCard, tiedSizes, writerWords } from './ai-read.ts'

type Read = Parameters<typeof aiReadCard>[0]
type Verdict = NonNullable<NonNullable<Read['value']>['verdict']>

const example = readExample<NonNullable<Read['value']>>(import.meta.url, '../../ai/verdict-example.json')
const verdict = example.verdict!
const NOON = new Date('2026-11-20T12:30:00-05:00')

const shown = (read: object, options: Partial<Parameters<typeof aiReadCard>[1]> = {}): string =>
  aiReadCard({ value: { ...example, ...read }, reason: null, staleSeconds: null } as Read, {
    now: NOON,
    width: 7,
    ...options,
  })
const withMagnitude = (magnitude: Partial<Verdict['magnitude']>): string =>
  textOf(shown({ verdict: { ...verdict, magnitude: { ...verdict.magnitude, ...magnitude } } }))

it('the standing verdict is read from risk to ceiling, with its writer and what is due next', () => {
  const text = textOf(shown({}))
  expect(text).toMatch(/^AI read written today all verdicts figures risk low quiet steady The tape reads RISK-ON\. /)
  expect(text).toContain(
    'No alert is active. simulated analyst, Thu 19 Nov 2026, 09:40 ET VIX closed at 15.20 on 18 Nov 2026. ',
  )
  expect(text).toContain(
    'Move of Fri 20 Nov 2026, either way: small (below 0.30 %) 45 %, normal (0.30 to 0.80 %) 33 %, big (0.80 % or more) 22 % (uncalibrated). Of the 60',
  )
  expect(text).toContain('15:59 ET) risk-up VIX at or above 20')
  expect(text).toMatch(/nothing here is advice\. Next read 14:00 ET, next verdict 15:30 ET\.$/)
})

it('its own page does not link to itself, and shows a verdict that was not recorded', () => {
  const text = textOf(shown({ source: 'computed' }, { isOwnPage: true, width: 12 }))
  expect(text).toMatch(/^AI read computed now, not recorded figures /)
})

it.each([
  ['elevated', 'warn', 'risk elevated'],
  ['high', 'bad', 'risk high'],
  [null, 'flat', 'no risk band'],
])('a risk band of %s has the tone %s', (band, tone, words) => {
  const read = { verdict: { ...verdict, risk: { ...verdict.risk, band } } }
  expect(shown(read)).toContain(`<span class="badge ${tone}">${words}</span>`)
})

it('missing parts of a verdict are named', () => {
  const bare = {
    ...verdict,
    risk: { ...verdict.risk, trend: null },
    downturn_read: { ...verdict.downturn_read, label: null },
    what_flips_it: [],
    magnitude: { ...verdict.magnitude, class: null, reason: null },
  }
  const text = textOf(shown({ verdict: bare }))
  expect(text).toContain('risk low not read no trend The tape')
  expect(text).toContain('The size of the next move is not stated. Of the 60')
  expect(text).toContain('No live level is near enough to list.')
  expect(withMagnitude({ class: null, reason: 'no chain is known' })).toContain('No chain is known. Of the 60')
})

it('a line that would lower the risk has the other tone', () => {
  const [line] = verdict.what_flips_it
  const flips = [{ ...line!, risk: 'risk-down' }]
  expect(shown({ verdict: { ...verdict, what_flips_it: flips } })).toContain('<span class="chip good">risk-down</span>')
  expect(shown({})).toContain('<span class="chip bad">risk-up</span>')
})

it('sizes of an earlier version have no percents and no session', () => {
  const text = withMagnitude({
    normal_from_pct: undefined,
    big_from_pct: undefined,
    session: undefined,
    calibrated: true,
  } as object)
  expect(text).toContain('Next session’s move, either way: small 45 %, normal 33 %, big 22 %. Of the 60')
  expect(withMagnitude({ big_from_pct: null } as object)).toContain('small 45 %, normal 33 %')
})

it('sizes that are about as likely are named, the smallest first', () => {
  const tied = { class: 'normal', about_as_likely: ['small'] } as const
  expect(withMagnitude(tied as object)).toContain('(uncalibrated). Small and normal are about as likely. Of the 60')
  expect(tiedSizes({ ...verdict.magnitude, class: 'big', about_as_likely: ['normal', 'small'] })).toEqual([
    'small',
    'normal',
    'big',
  ])
  expect(tiedSizes({ ...verdict.magnitude, about_as_likely: undefined } as unknown as Verdict['magnitude'])).toEqual([
    'small',
  ])
})

it.each([
  [{ writer: 'llm' }, 'language model'],
  [{ writer: 'llm', simulated: true }, 'simulated analyst'],
  [{ writer: 'template' }, 'fixed wording'],
])('the writer of %j is told', (writer, words) => expect(writerWords(writer)).toBe(words))

it.each([
  ['2026-11-20T09:35:00-05:00', 'Next read 09:40 ET, with a verdict.'],
  ['2026-11-20T15:45:00-05:00', 'Next read 16:15 ET.'],
  ['2026-11-21T12:00:00-05:00', 'Next read Mon 23 Nov 2026, 08:30 ET, next verdict Mon 23 Nov 2026, 09:40 ET.'],
])('at %s the next read is told', (now, words) => {
  const text = textOf(shown({}, { now: new Date(now) }))
  expect(text.slice(text.indexOf('Next read'))).toBe(words)
})

it('without a verdict its reason is shown with every remaining read', () => {
  const text = textOf(shown({ verdict: null, source: null, reason: 'the stage has failed twice' }))
  expect(text).toBe(
    'AI read all verdicts figures The stage has failed twice. Due next: 14:00 ET words 15:30 ET words and a verdict 16:15 ET words',
  )
  expect(textOf(shown({ verdict: null, reason: null }, { now: null }))).toMatch(/There is no verdict\.$/)
})
