/** Lanczos' coefficients for g = 7, which keep fifteen digits. */
const LANCZOS_FIRST = 0.99999999999980993
const LANCZOS = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]
const FRACTION_STEPS_MAX = 300
const FRACTION_ERROR = 1e-14
const TINY = 1e-300

function logGamma(x: number): number {
  const z = x - 1
  const base = z + 7.5
  const sum = LANCZOS.reduce((total, each, at) => total + each / (x + at), LANCZOS_FIRST)
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(base) - base + Math.log(sum)
}

/** Lentz's evaluation of the continued fraction of the incomplete beta function. */
function fraction(x: number, a: number, b: number): number {
  const atLeast = (value: number) => (Math.abs(value) < TINY ? TINY : value)
  let c = 1
  let d = 1 / atLeast(1 - ((a + b) * x) / (a + 1))
  let result = d
  for (let m = 1; m <= FRACTION_STEPS_MAX; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / atLeast(1 + even * d)
    c = atLeast(1 + even / c)
    result *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / atLeast(1 + odd * d)
    c = atLeast(1 + odd / c)
    result *= d * c
    if (Math.abs(d * c - 1) < FRACTION_ERROR) break
  }
  return result
}

/** The probability that a variable distributed as Beta(a, b) is at most x. */
export function betaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x))
  return x < (a + 1) / (a + b + 2) ? (front * fraction(x, a, b)) / a : 1 - (front * fraction(1 - x, b, a)) / b
}
