import { expect, test } from 'vitest'
import { simulated } from './asking.ts'

const simulator = simulated()
const file = (date: string) => `/finra/equity/regsho/daily/CNMSshvol${date}.txt`

test('short volume: has pipes, fractions, class shares and a trailer with the count', async () => {
  const { text, type } = await simulator.at('2026-11-20T23:00:00Z', file('20261120'))
  expect(type).toMatch(/^text\/plain/)
  const lines = text.trimEnd().split('\n')
  expect(lines[0]).toBe('Date|Symbol|ShortVolume|ShortExemptVolume|TotalVolume|Market')
  expect(lines[1]).toMatch(/^20261120\|[A-Z/]+\|\d+\.\d{6}\|\d+\|\d+\.\d{6}\|B,Q,N$/)
  expect(lines.at(-1)).toBe(String(lines.length - 2))
  expect(text).toContain('|BRK/B|')
})

test('short volume: the short share of many symbols is the dark index of the day', async () => {
  const { text } = await simulator.at('2026-11-20T23:00:00Z', file('20261120'))
  const rows = text
    .trimEnd()
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split('|'))
  const share = rows.reduce((sum, row) => sum + Number(row[2]) / Number(row[4]), 0) / rows.length
  const dix = await simulator.at('2026-11-20T23:30:00Z', '/dix/monitor/static/DIX.csv')
  expect(Math.abs(share - Number(dix.text.trimEnd().split('\n').at(-1)!.split(',')[2]))).toBeLessThan(0.02)
})

test.each([
  ['not posted yet', '2026-11-20T22:59:00Z', '20261120'],
  ['a holiday', '2026-11-27T23:30:00Z', '20261126'],
  ['the future', '2026-11-20T15:00:00Z', '20261230'],
  ['past the retention', '2026-11-20T15:00:00Z', '20181115'],
  ['not a date', '2026-11-20T15:00:00Z', '20261399'],
])('short volume: 403 for %s', async (_name, at, date) => {
  expect((await simulator.at(at, file(date))).status).toBe(403)
})

test('short volume: is 403 without a user agent', async () => {
  expect((await simulator.at('2026-11-20T23:00:00Z', file('20261119'), {})).status).toBe(403)
  expect((await simulator.at('2026-11-20T23:00:00Z', file('20261119'))).status).toBe(200)
})

test('DIX: has a byte-order mark, carriage returns, fractions and dollars, and the day itself from 18:00', async () => {
  const before = await simulator.at('2026-11-20T22:59:00Z', '/dix/monitor/static/DIX.csv?_t=1')
  const after = await simulator.at('2026-11-20T23:00:00Z', '/dix/monitor/static/DIX.csv?_t=2')
  expect([...before.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = after.text.trimEnd().split('\r\n')
  expect(lines[1]).toMatch(/^2011-05-02,\d+\.\d{6},0\.\d+,-?\d+\.\d+$/)
  expect(before.text.trimEnd().split('\r\n').at(-1)).toMatch(/^2026-11-19,/)
  expect(lines.at(-1)).toMatch(/^2026-11-20,/)
  expect((await simulator.now('/dix/monitor/static/GEX.csv')).status).toBe(404)
})
