import { expect, test } from 'vitest'
import { watchStorage } from './storage-watch.ts'

const FULL = 'the disk of the database is full: writes are refused until there is room, reads go on'

test('storage: a refused write is a problem until a write succeeds', async () => {
  const storage = watchStorage(undefined)
  expect(await storage.problem()).toBeNull()
  storage.noteRefused('full')
  expect(await storage.problem()).toBe(FULL)
  storage.noteWritten()
  expect(await storage.problem()).toBeNull()
})

test('storage: a disk that can be measured decides, before and after any write', async () => {
  let full = true
  const storage = watchStorage(async () => full)
  expect(await storage.problem()).toBe(FULL)
  storage.noteRefused('full')
  full = false
  expect(await storage.problem()).toBeNull()
})
