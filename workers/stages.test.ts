import { expect, test } from 'vitest'
import { STAGES as QUEUES } from '../shared/broker/topology.ts'
import { STAGES } from './stages.ts'

test('every queue has exactly one stage', () => {
  expect(STAGES.map(({ name }) => name).sort()).toEqual([...QUEUES].sort())
})
