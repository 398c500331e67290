const SQRT_2PI = Math.sqrt(2 * Math.PI)
/** Beyond this the tail is below 1e-300. */
const TAIL_MAX = 37
const FRACTION_FROM = 7.07106781186547
/** West's four terms keep eight digits; twenty keep all of a double, which far options need. */
const FRACTION_TERMS = 20

export const normalPdf = (x: number): number => Math.exp(-0.5 * x * x) / SQRT_2PI

/** Hart's rational approximation as given by West (2005): the absolute error is about 1e-15. */
export function normalCdf(x: number): number {
  const z = Math.abs(x)
  const tail = z > TAIL_MAX ? 0 : upperTail(z)
  return x > 0 ? 1 - tail : tail
}

/** The polynomials are written out, because a chain evaluates them a hundred thousand times. */
function upperTail(z: number): number {
  const density = Math.exp((-z * z) / 2)
  if (z >= FRACTION_FROM) {
    let fraction = z
    for (let term = FRACTION_TERMS; term > 0; term--) fraction = z + term / fraction
    return density / fraction / SQRT_2PI
  }
  const top =
    (((((0.0352624965998911 * z + 0.700383064443688) * z + 6.37396220353165) * z + 33.912866078383) * z +
      112.079291497871) *
      z +
      221.213596169931) *
      z +
    220.206867912376
  const bottom =
    ((((((0.0883883476483184 * z + 1.75566716318264) * z + 16.064177579207) * z + 86.7807322029461) * z +
      296.564248779674) *
      z +
      637.333633378831) *
      z +
      793.826512519948) *
      z +
    440.413735824752
  return (density * top) / bottom
}
