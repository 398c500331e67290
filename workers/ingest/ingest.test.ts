import { expect, it, vi } from 'vitest'
import { sources } from '../../pipeline/sources/index.ts'
import { options } from '../../pipeline/sources/options.ts'
import { EFFECT_WITHIN_MS } from '../../shared/broker/handle-delivery.ts'
import { EXPIRE_SECONDS } from '../../shared/broker/postgres-queues.ts'
import { type IngestDeps, ingestStage } from './ingest.ts'

const AT = new Date('2026-11-24T15:00:00Z')

/** The patience of a fetch for a cycle whose deadline is so far ahead. */
async function patienceOf(deadlineMs: number): Promise<number | undefined> {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  const deps = { clock: { now: () => AT }, takeToken: async () => 0 } as unknown as IngestDeps
  const deadline = new Date(AT.getTime() + deadlineMs).toISOString()
  const payload = { source: 'options', slot: 'a', mode: 'latest', origin: 'scheduled', deadline } as const
  const message = { type: 'source.requested', occurredAt: AT.toISOString(), cycleId: '2026-11-24T10:00', payload }
  const { failure } = await ingestStage({ ...deps, baseUrl: () => 'http://127.0.0.1:9' }, options).prepare!(
    message as never,
  )
  expect(failure).toBe('cboe-spy-options: the deadline passed')
  const patience = timeout.mock.calls[0]?.[0]
  timeout.mockRestore()
  return patience
}

it('a fetch for a cycle ends early enough that its failure arrives before the cycle’s deadline', async () => {
  expect(await patienceOf(60_000)).toBe(57_000)
  expect(await patienceOf(4_000)).toBe(2_000)
})

it.each([
  ['ingest:options:2026-11-24T09:00', new Date('2026-11-24T14:00:00Z')],
  ['2026-11-24T10:00', undefined],
  ['minute:2026-11-24T10:00', undefined],
])('the feeds of slot %s know when it fell due: %s', async (slot, slotAt) => {
  const seen: (Date | undefined)[] = []
  const feeds: typeof options.feeds = (context) => {
    seen.push(context.slotAt)
    return []
  }
  const deadline = new Date(AT.getTime() + 60_000).toISOString()
  const payload = { source: 'options', slot, mode: 'latest', origin: 'scheduled', deadline } as const
  const message = { type: 'source.requested', occurredAt: AT.toISOString(), cycleId: 'a', payload }
  const deps = { clock: { now: () => AT } } as unknown as IngestDeps
  await ingestStage(deps, { ...options, feeds }).prepare!(message as never)
  expect(seen).toEqual([slotAt])
})

const STAGES = sources.map(
  (source) => [source.id, source.patienceMs ?? 0, ingestStage({} as IngestDeps, source)] as const,
)

it.each(STAGES)(
  '%s: a fetch that takes its whole patience of %i ms is not cut before its end',
  (_id, patienceMs, stage) => {
    expect(stage.prepareWithinMs).toBeGreaterThan(patienceMs)
  },
)

it.each(STAGES)(
  '%s: a fetch and its effect end before the broker gives the message to another worker',
  (_id, _ms, stage) => {
    expect(stage.prepareWithinMs! + EFFECT_WITHIN_MS).toBeLessThan(EXPIRE_SECONDS * 1_000)
  },
)
