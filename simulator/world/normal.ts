const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)

export const normalDensity = (x: number): number => Math.exp(-0.5 * x * x) / ROOT_TWO_PI

/** Hart's algorithm as West gives it: accurate to 1e-15, because butterflies are differences of differences. */
export const normalCumulative = (x: number): number => {
  const size = Math.abs(x)
  if (size > 37) return x > 0 ? 1 : 0
  const exponential = Math.exp(-0.5 * size * size)
  let tail: number
  if (size < 7.07106781186547) {
    let top = 3.52624965998911e-2 * size + 0.700383064443688
    top = top * size + 6.37396220353165
    top = top * size + 33.912866078383
    top = top * size + 112.079291497871
    top = top * size + 221.213596169931
    top = top * size + 220.206867912376
    let bottom = 8.83883476483184e-2 * size + 1.75566716318264
    bottom = bottom * size + 16.064177579207
    bottom = bottom * size + 86.7807322029461
    bottom = bottom * size + 296.564248779674
    bottom = bottom * size + 637.333633378831
    bottom = bottom * size + 793.826512519948
    bottom = bottom * size + 440.413735824752
    tail = (exponential * top) / bottom
  } else {
    const fraction = size + 1 / (size + 2 / (size + 3 / (size + 4 / (size + 0.65))))
    tail = exponential / fraction / 2.506628274631
  }
  return x > 0 ? 1 - tail : tail
}
