import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { REPOSITORY } from '../harness/product.ts'
import { byFunction, byPlace, type CpuProfile, placeOf, selfTimes } from './cpu-profile.ts'

const url = (path: string) => pathToFileURL(`${REPOSITORY}/${path}`).href
const node = (id: number, functionName: string, at: string, children: number[] = []) => ({
  id,
  callFrame: { functionName, url: at },
  children,
})

/** Our handler (2) calls postgres (3), which writes to a socket (4) and hashes in the runtime (5, 6). */
const PROFILE: CpuProfile = {
  nodes: [
    node(1, '(root)', '', [2, 7, 8]),
    node(2, 'handle', url('workers/schedule/cycles.ts'), [3]),
    node(3, '', url('node_modules/postgres/src/connection.js'), [4, 5]),
    node(4, 'writeBuffer', ''),
    node(5, 'update', 'node:internal/crypto/hash', [6]),
    node(6, 'update', ''),
    node(7, '(idle)', ''),
    node(8, '(garbage collector)', ''),
  ],
  samples: [2, 3, 4, 4, 5, 6, 7, 8],
  timeDeltas: [1_000, 1_000, 3_000, 2_000, 1_000, 1_000, 90_000, 1_000],
}

test('self time by function leaves idle time out', () => {
  expect(selfTimes(PROFILE, byFunction)).toEqual([
    { name: 'writeBuffer', ms: 5, share: 0.5 },
    { name: 'handle in workers/schedule/cycles.ts', ms: 1, share: 0.1 },
    { name: '(anonymous) in postgres', ms: 1, share: 0.1 },
    { name: 'update in node:internal/crypto/hash', ms: 1, share: 0.1 },
    { name: 'update', ms: 1, share: 0.1 },
    { name: '(garbage collector)', ms: 1, share: 0.1 },
  ])
})

test('self time by package or file counts work of the runtime for its caller', () => {
  expect(selfTimes(PROFILE, byPlace)).toEqual([
    { name: 'postgres', ms: 8, share: 0.8 },
    { name: 'workers/schedule/cycles.ts', ms: 1, share: 0.1 },
    { name: 'the runtime by itself', ms: 1, share: 0.1 },
  ])
})

test('a place is a package, a scoped package, one of our files, or null for the runtime', () => {
  expect(placeOf(url('node_modules/@fastify/send/index.js'))).toBe('@fastify/send')
  expect(placeOf(url('node_modules/a/node_modules/b/c/d.js'))).toBe('b')
  expect(placeOf(url('api/app.ts'))).toBe('api/app.ts')
  expect([placeOf('node:net'), placeOf('')]).toEqual([null, null])
})

test('a profile of an idle process has no entries', () => {
  expect(selfTimes({ ...PROFILE, samples: [7], timeDeltas: [5] }, byPlace)).toEqual([])
})
