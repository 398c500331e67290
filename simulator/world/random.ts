/**
 * Seeded randomness by address. A draw belongs to (seed, day, stream), so the days of a world can be requested in any
 * order, and a component that begins to draw more does not change the others.
 */
export type Random = {
  /** 32 random bits. */
  bits(): number
  uniform(): number
  normal(): number
  /** The random deviation of a normal draw that makes it a Student draw of unit variance: their product. */
  studentDeviation(degrees: number): number
  studentT(degrees: number): number
}

/** Murmur3's finaliser over the parts: neighbouring days must give unrelated seeds. */
export const mix = (...parts: number[]): number => {
  let hash = 0x9e3779b9
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x85ebca6b)
    hash ^= hash >>> 13
    hash = Math.imul(hash, 0xc2b2ae35)
    hash ^= hash >>> 16
  }
  return hash >>> 0
}

/** FNV-1a. */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

export const seedNumber = (seed: number | string): number =>
  typeof seed === 'number' ? mix(seed | 0, Math.floor(seed / 0x100000000) | 0) : hashText(seed)

/** A single uniform in (0, 1) without the cost of a generator, for draws per contract. */
export const uniformOf = (...parts: number[]): number => (mix(...parts) + 0.5) / 0x100000000

/** Acklam's inverse normal distribution function, relative error 1e-9: one uniform makes one normal. */
export const inverseNormal = (p: number): number => {
  if (p > 0.97575) return -inverseNormal(1 - p)
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p))
    return (
      (((((-7.784894002430293e-3 * q - 0.3223964580411365) * q - 2.400758277161838) * q - 2.549732539343734) * q +
        4.374664141464968) *
        q +
        2.938163982698783) /
      ((((7.784695709041462e-3 * q + 0.3224671290700398) * q + 2.445134137142996) * q + 3.754408661907416) * q + 1)
    )
  }
  const q = p - 0.5
  const r = q * q
  return (
    ((((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.357751867269) * r -
      30.66479806614716) *
      r +
      2.506628277459239) *
      q) /
    (((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r -
      13.28068155288572) *
      r +
      1)
  )
}

/** sfc32: small, fast, and passes PractRand, which mulberry32 does not. */
export const randomOf = (...parts: number[]): Random => {
  let a = mix(1, ...parts)
  let b = mix(2, ...parts)
  let c = mix(3, ...parts)
  let counter = 1
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let i = 0; i < 4; i++) next()
  const uniform = (): number => (next() + 0.5) / 0x100000000
  const normal = (): number => inverseNormal(uniform())
  /** The degrees are a small integer above two. */
  const studentDeviation = (degrees: number): number => {
    let chi = 0
    for (let i = 0; i < degrees; i++) chi += normal() ** 2
    return Math.sqrt((degrees - 2) / chi)
  }
  const studentT = (degrees: number): number => studentDeviation(degrees) * normal()
  return { bits: next, uniform, normal, studentDeviation, studentT }
}
