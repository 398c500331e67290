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

test('storage: a full disk that nobody writes to any more is forgotten after 70 s, since what waits would have said so', async () => {
  let now = 0
  const storage = watchStorage(undefined, () => now)
  storage.noteRefused('full')
  now = 69_999
  storage.noteTaken()
  expect(await storage.problem()).toBe(FULL)
  now = 70_000
  expect(await storage.problem()).toBeNull()
})

test('storage: what the writes of workers meet is a problem of the replica that nobody writes through', async () => {
  const storage = watchStorage(undefined)
  expect(await storage.problem('full')).toBe(FULL)
  expect(await storage.problem('read-only')).toMatch(/^the database is read-only: /)
  expect(await storage.problem(null)).toBeNull()
})

test('storage: a read-only server is none once it takes a statement that writes nothing', async () => {
  const storage = watchStorage(undefined)
  storage.noteRefused('read-only')
  expect(await storage.problem()).toMatch(/^the database is read-only: /)
  storage.noteTaken()
  expect(await storage.problem()).toBeNull()
})

test('storage: two probes without an answer are a problem, one is load, and any answer ends it', async () => {
  const storage = watchStorage(undefined)
  storage.noteUnanswered()
  expect(await storage.problem()).toBeNull()
  storage.noteUnanswered()
  expect(await storage.problem()).toBe(
    'the database gives this replica no connection for writing: trades are refused, reads go on',
  )
  storage.noteTaken()
  expect(await storage.problem()).toBeNull()
})
