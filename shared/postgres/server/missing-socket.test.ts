import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { failureOf } from '../../broker/failure.ts'
import { isConnectionError } from './database-error.ts'
import { bySocket } from './database-url.ts'
import { openPool } from './db.ts'

test('a server that has no socket at the moment is away, and the work that met it is tried again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'market-socket-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const sql = openPool(bySocket('postgres://market:x@127.0.0.1:5432/market', folder), { max: 1, name: 'test' })
  onTestFinished(() => sql.end({ timeout: 0 }))
  const error = await sql`select 1`.catch((cause: unknown) => cause)
  expect(error).toMatchObject({ code: 'ENOENT', syscall: 'connect' })
  expect(isConnectionError(error)).toBe(true)
  expect(failureOf(error).kind).toBe('unavailable')
  const file = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
  expect(isConnectionError(file)).toBe(false)
})
