import { expect, it } from 'vitest'
import { readExample } from '../../openapi/read-example.ts'
import { chainWords, earlierSessionNote, sessionBody } from './flow-session.ts'

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

it('the chain is told with its day unless it is of today', () => {
  expect(chainWords(FRIDAY, '2026-11-20T16:05:00-05:00')).toContain('>15:59 ET<')
  expect(chainWords(FRIDAY, '2026-11-23T09:35:00-05:00')).toContain('>Fri 20 Nov 2026, 15:59 ET<')
})
