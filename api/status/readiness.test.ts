import { expect, test } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { Reader } from '../database/reader.ts'
import { createReadiness } from './readiness.ts'

/** A database that answers, or fails with `error` while there is one. */
function database() {
  const state: { error: Error | null; reads: number } = { error: null, reads: 0 }
  const read = async () => {
    state.reads++
    if (state.error) throw state.error
    return new Date(0)
  }
  return { state, reader: { read } as unknown as Pick<Reader, 'read'> }
}

test('a replica is ready from the first answer of the database, and an outage after it changes nothing', async () => {
  const { state, reader } = database()
  const readiness = createReadiness(reader)
  state.error = new AppError('unavailable', 'the database is not migrated')
  expect(await readiness.reasonAgainst()).toBe('the database is not migrated')
  state.error = null
  expect(await readiness.reasonAgainst()).toBeNull()
  state.error = new Error('gone')
  expect(await readiness.reasonAgainst()).toBeNull()
  expect(state.reads).toBe(2)
})

test('an unclassified error is named as no answer of the database', async () => {
  const { state, reader } = database()
  state.error = new Error('connect ECONNREFUSED')
  expect(await createReadiness(reader).reasonAgainst()).toBe('the database gave no answer: connect ECONNREFUSED')
})

test('a replica that drains is not ready although its database answers', async () => {
  const readiness = createReadiness(database().reader)
  expect(readiness.isDraining()).toBe(false)
  await readiness.reasonAgainst()
  readiness.drain()
  expect(readiness.isDraining()).toBe(true)
  expect(await readiness.reasonAgainst()).toBe('this replica stops')
})
