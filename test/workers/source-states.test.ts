import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { moveSourceState } from '../../shared/postgres/market/source-states.ts'

const database = testDatabase({ each: true })
const at = (minute: number) => new Date(Date.UTC(2026, 11, 1, 15, minute))
const move = (state: 'delivering' | 'failing', minute: number) =>
  database.sql.begin((tx) => moveSourceState(tx, { source: 'fred', state, at: at(minute) }))
const known = () => database.sql`
  select s.state, s.since, s.judged_through as "judgedThrough" from source_states as s where s.source = 'fred'`

test('a state keeps its beginning until the state changes', async () => {
  expect(await move('delivering', 0)).toEqual({ before: null, isNews: true })
  expect(await move('delivering', 1)).toMatchObject({
    before: { state: 'delivering', since: at(0), judgedThrough: at(0) },
    isNews: true,
  })
  expect(await known()).toMatchObject([{ state: 'delivering', since: at(0), judgedThrough: at(1) }])
  expect(await move('failing', 2)).toMatchObject({ before: { state: 'delivering', since: at(0) }, isNews: true })
  expect(await known()).toMatchObject([{ state: 'failing', since: at(2), judgedThrough: at(2) }])
})

test('a run that was judged after a later one changes nothing', async () => {
  await move('delivering', 0)
  await move('failing', 5)
  expect(await move('delivering', 4)).toMatchObject({
    before: { state: 'failing', judgedThrough: at(5) },
    isNews: false,
  })
  expect(await known()).toMatchObject([{ state: 'failing', since: at(5), judgedThrough: at(5) }])
})

test('of two runs at once the second is judged against what the first has left', async () => {
  await move('delivering', 0)
  const first = Promise.withResolvers<void>()
  const slow = database.sql.begin(async (tx) => {
    const moved = await moveSourceState(tx, { source: 'fred', state: 'failing', at: at(2) })
    await first.promise
    return moved
  })
  const waits = () => database.sql`select 1 from pg_stat_activity as a where a.wait_event_type = 'Lock'
    and a.datname = current_database()`
  await eventually(
    async () =>
      (
        await database.sql`select 1 from pg_locks as l join pg_class as c on c.oid = l.relation
    where c.relname = 'source_states' and l.mode = 'RowExclusiveLock' and l.granted`
      ).count === 1,
  )
  const [later, older] = [move('delivering', 3), move('failing', 1)]
  await eventually(async () => (await waits()).count === 2)
  first.resolve()
  expect(await slow).toMatchObject({ before: { state: 'delivering', since: at(0) }, isNews: true })
  expect(await older).toMatchObject({ isNews: false })
  expect(await later).toMatchObject({ before: { state: 'failing', since: at(2) }, isNews: true })
  expect(await known()).toMatchObject([{ state: 'delivering', since: at(3), judgedThrough: at(3) }])
})
