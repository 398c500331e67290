import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { silentLog } from '../../shared/log.ts'
import { createClockChanges, followClock } from '../../shared/postgres/server/follow-clock.ts'
import { openServiceTime, serviceClock, stepServiceTime } from '../../shared/postgres/server/service-time.ts'
import { OPENED } from './clock-world.ts'

const database = testDatabase()

test('a look that finds the clock as it was is no move, and a step is one', async () => {
  const { sql } = database
  await openServiceTime(sql, OPENED, { speed: 0, reason: 'test' })
  const clock = serviceClock(() => sql)
  const changes = createClockChanges()
  const heard: boolean[] = []
  changes.subscribe((isMove) => void heard.push(isMove))
  const follower = followClock({ sql, clock, log: silentLog, name: 'api', onChange: changes.announce })
  onTestFinished(async () => {
    await follower.stop()
    clock.close()
  })
  await eventually(() => heard.length >= 4)
  expect(heard.slice(0, 4)).toEqual([true, false, false, false])
  await stepServiceTime(sql, new Date(OPENED.getTime() + 60_000))
  await eventually(() => heard.filter(Boolean).length === 2)
})
