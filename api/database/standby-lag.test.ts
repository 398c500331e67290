import { expect, test } from 'vitest'
import { parseLsn, StandbyLag } from './standby-lag.ts'

test('a position is read as Postgres prints it', () => {
  expect(parseLsn('0/10')).toBe(16n)
  expect(parseLsn('1/0')).toBe(4_294_967_296n)
  expect(parseLsn('A/FF')).toBeGreaterThan(parseLsn('9/FFFFFFFF'))
})

test('the lag is the time since the primary was where the standby is not yet', () => {
  const lag = new StandbyLag()
  expect(lag.lagMs(0, 5_000)).toBeNull()
  lag.notePrimary(100n, 1_000)
  expect(lag.lagMs(1_000, 5_000)).toBeNull()
  lag.noteReplayed(100n)
  expect(lag.lagMs(1_500, 5_000)).toBe(0)
  lag.notePrimary(200n, 2_000)
  lag.notePrimary(300n, 3_000)
  expect(lag.lagMs(3_500, 5_000)).toBe(1_500)
  lag.noteReplayed(200n)
  expect(lag.lagMs(3_500, 5_000)).toBe(500)
  expect([lag.hasReplayed(200n), lag.hasReplayed(201n)]).toEqual([true, false])
  lag.noteReplayed(300n)
  expect(lag.lagMs(3_600, 5_000)).toBe(0)
})

test('the lag is not known while the primary is silent', () => {
  const lag = new StandbyLag()
  lag.noteReplayed(100n)
  lag.notePrimary(100n, 1_000)
  expect(lag.lagMs(6_000, 5_000)).toBe(0)
  expect(lag.lagMs(6_001, 5_000)).toBeNull()
})
