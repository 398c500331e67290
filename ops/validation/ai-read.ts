import { magnitudeAt } from '../../pipeline/ai-read/magnitude.ts'
import { CLASSES, type Claim, type SizeClass } from '../../pipeline/grading/claim.ts'
import { claimGrader } from '../../pipeline/grading/grade-claim.ts'
import { gradeReport } from '../../pipeline/grading/grade-report.ts'
import { sizeAfter } from '../../pipeline/grading/outcomes.ts'
import { claimInstant, pricePaths } from '../../pipeline/grading/price-paths.ts'
import { decompose, partsOf } from '../../pipeline/grading/resolution.ts'
import { mean } from '../../pipeline/maths/statistics.ts'
import { type RateInterval, wilson } from '../../pipeline/maths/wilson.ts'
import type { FallJudgement } from './judge-falls.ts'

type Report = ReturnType<typeof gradeReport>
type Grading = Report['magnitude']

/** The counts of how often a size was stated and how often it came. */
export interface SizeCoverage extends RateInterval {
  size: SizeClass
  n: number
  stated: number
  came: number
}

export interface AiReadJudgement {
  falls: Grading
  sizes: Grading
  /** Thirds of each stated chance, one size after the other. */
  coverage: readonly SizeCoverage[]
  /** Reliability and resolution of the stated rate of falls, by thirds. */
  decomposition: ReturnType<typeof decompose>
}

const PARTS = 3

/** Every evening's deterministic rate of falls and sizes, graded as claims from outside are by `ops grade`. */
export function judgeAiRead({ state, series, walk }: FallJudgement): AiReadJudgement {
  const bars = new Map([['SPY', new Map(state.days.map((day, at) => [day, state.closes[at]!]))]])
  const paths = pricePaths(bars, 'the history', null)
  const last = claimInstant(paths.days.at(-1)!)
  const claims: Claim[] = []
  const sizes: Record<SizeClass, { at: number; stated: number; came: boolean }[]> = { small: [], normal: [], big: [] }
  for (const [at, day] of state.days.entries()) {
    const reading = walk.readings[at]
    if (reading) claims.push({ id: day, as_of: day, kind: 'risk_band', band: reading.band, rate: reading.rate })
    const { class: named, p_small, p_normal, p_big } = magnitudeAt(state, series, at)
    if (named === null || p_small === null || p_normal === null || p_big === null) continue
    claims.push({ id: day, as_of: day, kind: 'magnitude', class: named, p_small, p_normal, p_big })
    const came = sizeAfter(state.closes, at)
    if (came === null) continue
    const stated = { small: p_small, normal: p_normal, big: p_big }
    for (const size of CLASSES) sizes[size].push({ at, stated: stated[size], came: size === came })
  }
  const report = gradeReport({ claims, twin: null }, paths, last)
  const grade = claimGrader(paths, last)
  const chances = claims.flatMap((claim) => {
    const graded = claim.kind === 'risk_band' ? grade(claim) : null
    return graded !== null && typeof graded === 'object' ? [graded] : []
  })
  return {
    falls: report.risk_band,
    sizes: report.magnitude,
    coverage: CLASSES.flatMap((size) => partsOf(sizes[size], PARTS).map((some) => coverageOf(size, some))),
    decomposition: decompose(chances, PARTS),
  }
}

function coverageOf(size: SizeClass, some: readonly { stated: number; came: boolean }[]): SizeCoverage {
  const came = mean(some.map((each) => Number(each.came)))!
  return { size, n: some.length, stated: mean(some.map(({ stated }) => stated))!, came, ...wilson(came, some.length)! }
}
