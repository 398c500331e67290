import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { opsProgram } from '../../ops/program.ts'
import { openServiceTime } from '../../shared/postgres/server/service-time.ts'
import { OPENED } from '../workers/clock-world.ts'

const database = testDatabase()

test('without a date the slots are those of the day of the service', async () => {
  await openServiceTime(database.sql, OPENED, { speed: 1, reason: 'test', isGoverned: true })
  const said: string[] = []
  const program = await opsProgram({ DATABASE_URL: database.url }, (text) => said.push(text))
  await program.parseAsync(['ai', 'slots', '--json'], { from: 'user' })
  const slots = JSON.parse(said.join('\n')) as { slot: string; state: string }[]
  expect(slots[0]).toMatchObject({ slot: 'ai1:2026-11-20T08:30', state: 'not decided' })
  expect(slots.at(-1)).toMatchObject({ slot: 'ai1:2026-11-20T16:15', state: 'to come' })
})
