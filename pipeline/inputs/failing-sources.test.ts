import { expect, it } from 'vitest'
import { type Answers, failingSources, gapsOf, type LastRun } from './failing-sources.ts'

const at = (time: string) => new Date(`2026-11-20T${time}:00-05:00`)
const run = (source: string, state: 'good' | 'degraded' | 'failed', time: string, since = time): LastRun => ({
  source,
  ok: state !== 'failed',
  degraded: state === 'degraded',
  error: state === 'good' ? null : 'status 503',
  runAt: at(time),
  failingSince: state === 'good' ? null : at(since),
})
const arrival = (source: string, state: 'good' | 'degraded' | 'failed') => ({
  source,
  ok: state !== 'failed',
  degraded: state === 'degraded',
  reason: state === 'good' ? null : 'status 503',
})
const failing = (answers: Partial<Answers>) =>
  failingSources({ expected: ['market'], arrivals: [arrival('market', 'good')], runs: [], requests: [], cutoff: at('10:45'), ...answers }) // biome-ignore format: one call

it.each([
  ['a failed run of another source stands', [run('fred', 'failed', '10:30')], ['fred missing 10:30']],
  ['a degraded one too, since its first failure', [run('cot', 'degraded', '10:30', '10:00')], ['cot degraded 10:00']],
  ['a good run ends it', [run('fred', 'good', '10:40')], []],
])('not requested in this cycle: %s', (_, runs, expected) => {
  const found = failing({ runs })
  expect(found.map(({ source, state, since }) => `${source} ${state} ${since.slice(11, 16)}`)).toEqual(expected)
  for (const { reason } of found) expect(reason).toBe('status 503')
})

it('a source that this cycle requested is judged by its arrival', () => {
  expect(failing({ arrivals: [], runs: [run('market', 'good', '10:30')] })).toMatchObject([
    { source: 'market', state: 'missing', reason: 'nothing came before the deadline' },
  ])
  const runs = [run('market', 'degraded', '10:45', '10:15')]
  expect(failing({ arrivals: [arrival('market', 'degraded')], runs })).toMatchObject([
    { source: 'market', state: 'degraded', reason: 'status 503', since: '2026-11-20T10:15:00-05:00' },
  ])
  expect(failing({ arrivals: [arrival('market', 'failed')] })).toMatchObject([{ source: 'market', state: 'missing' }])
})

it('a source that left an earlier cycle unanswered stays missing until it has run', () => {
  const requests = [{ source: 'fred', at: at('10:30') }]
  expect(failing({ requests })).toMatchObject([
    { source: 'fred', state: 'missing', since: '2026-11-20T10:30:00-05:00' },
  ])
  expect(failing({ requests, runs: [run('fred', 'good', '10:00')] })).toHaveLength(1)
  expect(failing({ requests, runs: [run('fred', 'good', '10:31')] })).toEqual([])
})

it('a source that the settings switch off does not fail', () => {
  expect(failing({ runs: [run('fred', 'failed', '10:30')], off: ['fred'] })).toEqual([])
})

it('the reason is that of the run, else that of the arrival', () => {
  const reasonOf = (answers: Partial<Answers>) => failing(answers).map(({ reason }) => reason)
  const late = { ...arrival('market', 'failed'), reason: 'too late' }
  const part = { ...arrival('market', 'degraded'), reason: 'half of it' }
  const silent = { ...run('market', 'failed', '10:45'), error: null }
  expect(reasonOf({ arrivals: [late], runs: [run('market', 'failed', '10:45')] })).toEqual(['status 503'])
  expect(reasonOf({ arrivals: [late], runs: [silent] })).toEqual(['too late'])
  expect(reasonOf({ arrivals: [part], runs: [] })).toEqual(['half of it'])
  expect(reasonOf({ arrivals: [{ ...late, reason: null }], runs: [silent] })).toEqual(['failed'])
  expect(reasonOf({ expected: [], runs: [silent] })).toEqual(['failed'])
})

it('missing sources are listed with their reason, degraded ones by name', () => {
  const found = failing({ arrivals: [], runs: [run('cot', 'degraded', '10:30')] })
  expect(gapsOf(found)).toEqual({
    missing: [{ source: 'market', reason: 'nothing came before the deadline' }],
    degraded: ['cot'],
    failing: found,
  })
})
