import assert from 'node:assert/strict'

export type Anchor = readonly [input: number, output: number]

/** A curve through its anchors, whose inputs ascend strictly; it is flat beyond the first and the last. */
export function piecewiseLinear(anchors: readonly Anchor[]): (input: number) => number {
  assert(anchors.length >= 2, 'a curve needs two anchors')
  anchors.forEach(([input], index) => {
    const before = anchors[index - 1]
    assert(!before || before[0] < input, 'the anchors of a curve ascend')
  })
  return (input) => {
    assert(!Number.isNaN(input), 'a curve has no value at NaN')
    const above = anchors.findIndex(([at]) => at >= input)
    const upper = anchors[above === -1 ? anchors.length - 1 : above]!
    const lower = anchors[above - 1]
    if (!lower) return upper[1]
    return lower[1] + ((upper[1] - lower[1]) * (input - lower[0])) / (upper[0] - lower[0])
  }
}
