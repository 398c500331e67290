import { expect, it } from 'vitest'
import { pageOf } from '../../harness/page-of.ts'
import { textOf } from '../../harness/text-of.ts'
import { tapePage } from './tape-route.ts'
import { todayPage } from './today-route.ts'

const SIGNALS = '/api/v1/signals/latest'
const DIFF = '/api/v1/signals/diff'
const signals = { regime: 'CAUTIOUS', health_score: 55, regime_reason: 'Credit widens.', live_points: 100 }
const titleOf = (html: string): string => /<title>(.*?)<\/title>/.exec(html)![1]!

it.each([
  [signals, 'The market is CAUTIOUS, health 55 of 100', 'Tape: CAUTIOUS, 55 of 100'],
  [{ ...signals, health_score: null }, 'The market is CAUTIOUS, health unknown', 'Tape: CAUTIOUS, no score'],
  [{ ...signals, regime: null }, 'The state of the market is not known', 'Tape: no regime, 55 of 100'],
  [null, 'The state of the market is not known', 'Tape: no regime, no score'],
])('the titles of today and the cockpit tell the state', async (document, today, tape) => {
  const documents = { [SIGNALS]: document }
  expect(titleOf(await pageOf(todayPage, { documents }))).toBe(today)
  expect(titleOf(await pageOf(tapePage, { documents }))).toBe(tape)
})

it('a link preview has the reason of the regime, as far as there is room and one', async () => {
  const descriptionOf = async (regime_reason: string | null): Promise<string> => {
    const html = await pageOf(todayPage, { documents: { [SIGNALS]: { ...signals, regime_reason } } })
    return /name="description" content="([^"]*)"/.exec(html)![1]!
  }
  expect(await descriptionOf('Credit widens.')).toBe('Credit widens.')
  expect(await descriptionOf('x'.repeat(300))).toHaveLength(200)
  expect(await descriptionOf(null)).toBe('What state the US market is in, and why.')
})

it('today compares with the last cycle of the session before, or with the last one where there is none', async () => {
  const asked: unknown[] = []
  const changesOf = async (now: Date | null, sinceMidnight: object): Promise<string> => {
    const diff = (query: object | undefined) => {
      asked.push(query)
      const change = { text: query === undefined ? 'Since the last cycle.' : 'Since midnight.' }
      return { from: { as_of: '2026-11-20T10:00:00-05:00' }, to: {}, changes: [change], ...(query && sinceMidnight) }
    }
    return textOf(await pageOf(todayPage, { now, documents: { [DIFF]: diff } }))
  }
  const morning = new Date('2026-11-20T10:30:00-05:00')
  expect(await changesOf(morning, {})).toContain('What changed since Fri 20 Nov 2026, 10:00 ET figures Since midnight.')
  expect(asked).toContainEqual({ from: '2026-11-20T00:00:00-05:00' })
  expect(await changesOf(morning, { to: null })).toContain('Since the last cycle.')
  expect(await changesOf(null, {})).toContain('Since the last cycle.')
})

it('only figures that rest on history which is still loading say so', async () => {
  const loading = { step: 'panels of companies', percent: 40, eta_seconds: null }
  const html = await pageOf(todayPage, {
    documents: {
      '/api/v1/status': { loading, issues: [], clock: null },
      [DIFF]: { from: null, changes: [], reason: null, sentence: 'nothing' },
    },
  })
  expect(textOf(html)).toContain('Companies history is still loading figures')
  expect(textOf(html)).not.toContain('What changed history')
})

it('the cockpit refreshes without a script too', async () => {
  expect(await pageOf(tapePage, { documents: {} })).toContain('<noscript><meta http-equiv="refresh"')
  expect(await pageOf(todayPage, { documents: {} })).not.toContain('http-equiv="refresh"')
})
