export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

export const correlation = (xs: readonly number[], ys: readonly number[]): number => {
  const centreX = mean(xs)
  const centreY = mean(ys)
  let xy = 0
  let xx = 0
  let yy = 0
  for (const [index, x] of xs.entries()) {
    const dx = x - centreX
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
