import { expect, it } from 'vitest'
import { rememberedStep } from './remembered-step.ts'

interface Row {
  add: number
}
interface Sum {
  tens: number
}

/** A sum rounded down to tens, so that different beginnings soon agree; the steps that are computed are listed. */
function foldOf() {
  const computed: number[] = []
  const step = rememberedStep<Sum, Row>(
    ({ tens }, { add }) => {
      computed.push(add)
      return { tens: Math.floor((tens + add) / 10) * 10 }
    },
    (a, b) => a.tens === b.tens,
  )
  return { computed, over: (rows: readonly Row[], from: Sum) => rows.reduce(step, from) }
}

const rows = [{ add: 12 }, { add: 25 }, { add: 31 }]

it('a fold over rows that it has seen from the same state computes nothing again', () => {
  const { computed, over } = foldOf()
  const start = { tens: 0 }
  const first = over(rows, start)
  expect(first).toEqual({ tens: 60 })
  expect(over(rows, start)).toBe(first)
  expect(computed).toEqual([12, 25, 31])
})

it('once another beginning agrees with the last fold, its further steps are looked up', () => {
  const { computed, over } = foldOf()
  const first = over(rows, { tens: 0 })
  expect(over(rows, { tens: 5 })).toBe(first)
  expect(computed).toEqual([12, 25, 31, 12])
})

it('a beginning that does not agree is computed, and the next fold compares itself with it', () => {
  const { computed, over } = foldOf()
  over(rows, { tens: 0 })
  const other = over(rows, { tens: 100 })
  expect(other).toEqual({ tens: 160 })
  expect(over(rows, { tens: 101 })).toBe(other)
  expect(computed).toEqual([12, 25, 31, 12, 25, 31, 12])
})
