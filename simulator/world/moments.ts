type Values = readonly number[] | Float64Array

export const mean = (values: Values): number => {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index]!
  return sum / values.length
}

export const correlation = (xs: Values, ys: Values): number => {
  const centreX = mean(xs)
  const centreY = mean(ys)
  let xy = 0
  let xx = 0
  let yy = 0
  for (let index = 0; index < xs.length; index++) {
    const dx = xs[index]! - centreX
    const dy = ys[index]! - centreY
    xy += dx * dy
    xx += dx * dx
    yy += dy * dy
  }
  return xy / Math.sqrt(xx * yy)
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
