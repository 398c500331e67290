import { expect, it } from 'vitest'
import { textOf } from '../../../harness/text-of.ts'
import { readExample } from '../../openapi/read-example.ts'
import { chainWords, count, earlierSessionNote, money, sessionBody } from './flow-session.ts'

type Flow = Parameters<typeof sessionBody>[0]

const FRIDAY = {
  ...readExample<Flow>(import.meta.url, '../../flow/symbol-example.json'),
  session: '2026-11-20',
  quoted_at: '2026-11-20T15:59:00-05:00',
}

it.each([
  ['while it goes on', '2026-11-20T16:05:00-05:00', false, 'Now', '20 Nov 2026, not over, price'],
  ['once it has closed', '2026-11-20T18:00:00-05:00', true, '20 Nov 2026', '20 Nov 2026, price'],
  ['on the morning after', '2026-11-23T09:35:00-05:00', true, '20 Nov 2026', '20 Nov 2026, price'],
  ['without its closing chain', '2026-11-23T09:35:00-05:00', false, '20 Nov 2026', 'without its closing chain, price'],
])('a session is called now only while it goes on: %s', (_name, now, isClosing, heading, words) => {
  const shown = sessionBody({ ...FRIDAY, is_closing: isClosing }, now)
  expect(shown).toContain(`<th class="n">${heading}</th>`)
  expect(shown).toContain(words)
})

it.each([
  ['on Monday before its first chain', '2026-11-23T09:35:00-05:00', true],
  ['on a Sunday', '2026-11-22T12:00:00-05:00', false],
  ['on the day itself', '2026-11-20T16:05:00-05:00', false],
  ['before the clock is known', undefined, false],
])('figures of an earlier session are announced on a session without a chain: %s', (_name, now, isNoted) => {
  expect(earlierSessionNote(FRIDAY, now).includes('23 Nov 2026, is known yet: the figures are of 20 Nov 2026.')).toBe(
    isNoted,
  )
})

it('the chain is shown with its day unless it is from today', () => {
  expect(chainWords(FRIDAY, '2026-11-20T16:05:00-05:00')).toContain('>15:59 ET<')
  expect(chainWords(FRIDAY, '2026-11-23T09:35:00-05:00')).toContain('>Fri 20 Nov 2026, 15:59 ET<')
})

it('each figure is shown against its own past', () => {
  const { history } = FRIDAY
  const volume = { ...history.volume, percentile: null, reason: null, median: null }
  const premium = { ...history.premium, percentile: null, reason: 'its 20 sessions are not known', value: null }
  const flow = { ...FRIDAY, is_closing: true, history: { ...history, volume, premium } }
  expect(textOf(sessionBody(flow, '2026-11-23T09:35:00-05:00'))).toContain(
    'Session Figure against its own earlier sessions 20 Nov 2026 Median Contracts unknown 11,330,000 unknown Premium by the newest ' +
      'chain alone, dollars its 20 sessions are not known unknown 2.71bn Puts over calls above 72 % of 64 1.175 1.102 Share that expires ' +
      'the same day above 59 % of 64 49 % 47 % 20 Nov 2026, price 674.3. Estimated premium of the session: 3.03bn dollars, ' +
      'from 27 chains, each with what traded since the one before. Volume and open interest',
  )
  expect(sessionBody({ ...flow, premium_basis: 'one_chain', premium_chains: 1 }, undefined)).not.toContain(
    'premium of the session',
  )
  expect(sessionBody({ ...flow, session: null, reason: null }, undefined)).toContain('Nothing is known.')
  expect(sessionBody({ ...flow, session: null, reason: 'no chain yet' }, undefined)).toContain('No chain yet.')
})

it.each([
  [999.6, '1000'],
  [1_000, '1k'],
  [3_034_000_000, '3.03bn'],
  [null, 'unknown'],
])('%s dollars are %s', (value, words) => expect(money(value)).toBe(words))

it('an unknown count is not zero, and an unknown chain has no time', () => {
  expect([count(null), count(1_234_567), chainWords({ quoted_at: null }, undefined)]).toEqual([
    'unknown',
    '1,234,567',
    '',
  ])
})
