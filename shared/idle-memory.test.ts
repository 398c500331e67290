import { expect, test } from 'vitest'
import { isWorthCollecting } from './idle-memory.ts'

const MB = 2 ** 20

test.each([
  { title: 'after a back-fill', busyShare: 0.05, heldMb: 363, usedMb: 178, collects: true },
  { title: 'in the middle of it', busyShare: 0.9, wasBusy: true, heldMb: 363, usedMb: 178, collects: false },
  { title: 'at the edge of busy', busyShare: 0.2, wasBusy: true, heldMb: 363, usedMb: 178, collects: false },
  { title: 'when there is little to return', busyShare: 0, heldMb: 154, usedMb: 148, collects: false },
  { title: 'when there is exactly too little', busyShare: 0, heldMb: 132, usedMb: 100, collects: false },
  { title: 'when there is just enough', busyShare: 0.19, heldMb: 133, usedMb: 100, collects: true },
  {
    title: 'when garbage of a burst may count as used',
    busyShare: 0,
    wasBusy: true,
    heldMb: 154,
    usedMb: 148,
    collects: true,
  },
])('memory is returned only by an idle thread that holds much more than it needs: $title', (look) => {
  const { busyShare, wasBusy = false, heldMb, usedMb, collects } = look
  expect(isWorthCollecting({ busyShare, wasBusy, heldBytes: heldMb * MB, usedBytes: usedMb * MB })).toBe(collects)
})
