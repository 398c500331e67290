import { seeded } from '../../shared/domain/seeded.ts'

/** Prices of one session in seconds: the index fund and slow names that follow it, all of them martingales. */
export interface Path {
  symbol: string
  /** The true middle at each second, in 1e-4 dollars. */
  midE4: Float64Array
  /** The second at which the quote that a feed shows at each second was made. */
  shownFrom: Uint32Array
  halfSpreadE4: number
  /** Displayed size at each second, on both sides. */
  size: Uint16Array
  averageVolume: number
}

export const SESSION_SECONDS = 23_400

export interface Draw {
  uniform(): number
  /** A mean of 0, a variance of 1, symmetric and with fat tails: Student's t with four degrees of freedom. */
  tailed(): number
}

/** Draws that are the same on every machine. */
export function drawFrom(seed: number): Draw {
  const uniform = seeded(seed)
  /** Bailey's polar method. Divided by the deviation of t with four degrees of freedom, the root of 2. */
  const tailed = (): number => {
    for (;;) {
      const [a, b] = [2 * uniform() - 1, 2 * uniform() - 1]
      const radius = a * a + b * b
      if (radius > 0 && radius <= 1) return (a * Math.sqrt((4 * (radius ** (-2 / 4) - 1)) / radius)) / Math.SQRT2
    }
  }
  return { uniform, tailed }
}

/** One percent a day, spread over the seconds of a session. */
const SIGMA_SECOND = 0.01 / Math.sqrt(SESSION_SECONDS)

const SLOW = [
  { symbol: 'SLOW1', start: 80, beta: 1.2, own: 0.8, halfSpreadBps: 1.5 },
  { symbol: 'SLOW2', start: 45, beta: 0.9, own: 0.6, halfSpreadBps: 2 },
  { symbol: 'SLOW3', start: 150, beta: 1, own: 0.7, halfSpreadBps: 2 },
]
/** The longest time without a new quote of a slow name. */
const SLOW_GAP_SECONDS = 90

/** The fund first, whose quote is new every second. Every step has a mean of 0, whatever came before. */
export function drawSession(seed: number): Path[] {
  const draw = drawFrom(seed)
  const steps = new Float64Array(SESSION_SECONDS)
  // Volatility wanders, so that quiet and busy stretches follow each other; it is known before each step.
  let heat = 1
  for (let at = 0; at < SESSION_SECONDS; at++) {
    heat = Math.min(3, Math.max(0.4, heat + 0.02 * (1 - heat) + 0.03 * draw.tailed()))
    steps[at] = SIGMA_SECOND * heat * draw.tailed()
  }
  const everySecond = Uint32Array.from({ length: SESSION_SECONDS }, (_, at) => at)
  const fund = pathOf('FUND', 600, steps, {
    halfSpreadBps: 0.2,
    averageVolume: 50_000_000,
    shownFrom: everySecond,
    draw,
  })
  const slow = SLOW.map(({ symbol, start, beta, own, halfSpreadBps }) => {
    const moves = steps.map((step) => beta * step + own * SIGMA_SECOND * draw.tailed())
    return pathOf(symbol, start, moves, { halfSpreadBps, averageVolume: 400_000, shownFrom: slowQuotes(draw), draw })
  })
  return [fund, ...slow]
}

interface Shape {
  halfSpreadBps: number
  averageVolume: number
  shownFrom: Uint32Array
  draw: Draw
}

function pathOf(symbol: string, start: number, steps: Float64Array, { draw, halfSpreadBps, ...shape }: Shape): Path {
  const midE4 = new Float64Array(SESSION_SECONDS)
  const size = new Uint16Array(SESSION_SECONDS)
  let mid = start * 10_000
  for (let at = 0; at < SESSION_SECONDS; at++) {
    mid *= 1 + steps[at]!
    midE4[at] = mid
    size[at] = 100 + Math.floor(400 * draw.uniform())
  }
  return { symbol, midE4, size, halfSpreadE4: Math.max(50, (start * halfSpreadBps) | 0), ...shape }
}

/** When a slow name is quoted again: at random, every half minute on average. */
function slowQuotes(draw: Draw): Uint32Array {
  const from = new Uint32Array(SESSION_SECONDS)
  let quoted = 0
  for (let at = 0; at < SESSION_SECONDS; at++) {
    if (draw.uniform() < 1 / 30 || at - quoted >= SLOW_GAP_SECONDS) quoted = at
    from[at] = quoted
  }
  return from
}
