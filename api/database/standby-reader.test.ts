import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import type { Reader } from './reader.ts'
import { readFromStandby } from './standby-reader.ts'

/** A server that answers each read with one row. */
const serverAt = (row: () => object): Reader =>
  ({ read: async () => [row()], state: () => 'up', onUp() {}, close: async () => {} }) as unknown as Reader

test('a replica that starts reads from the standby only once it has what the primary had then', async () => {
  let replayed = '0/100'
  let looks = 0
  const standby = readFromStandby({
    primary: serverAt(() => ({ lsn: '0/200' })),
    standby: serverAt(() => {
      looks += 1
      return { lsn: replayed, isPromoted: false }
    }),
    lagMaxS: 60,
  })
  onTestFinished(() => standby.close())
  await eventually(() => looks >= 2)
  expect(standby.state()).toMatchObject({ lagSeconds: expect.any(Number), serves: false })
  replayed = '0/200'
  await eventually(() => standby.state().serves)
})
