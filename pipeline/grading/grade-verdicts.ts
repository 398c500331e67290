import { AppError } from '../../shared/errors.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { GradableClaim } from './claim.ts'
import { claimGrader, sessionsOf } from './grade-claim.ts'
import type { PricePaths } from './price-paths.ts'
import { type VerdictFigures, verdictClaims } from './verdict-claims.ts'

/** Version of the rules by which claims are graded. */
export const GRADING_RULES_VERSION = '2026.11-2'

export interface VerdictGrade {
  verdictId: number
  kind: GradableClaim['kind']
  sessions: number
  startDay: TradingDay
  endDay: TradingDay
  stated: number
  came: boolean
  base: number
  loss: number
  baseLoss: number
}

/** A claim that has no grade yet, and why. */
export interface OpenClaim {
  verdictId: number
  kind: GradableClaim['kind']
  sessions: number
  state: 'pending' | 'unresolved'
}

/** The key of a claim of a verdict: directions differ by their sessions. */
export const claimKey = ({
  verdictId,
  kind,
  sessions,
}: Pick<VerdictGrade, 'verdictId' | 'kind' | 'sessions'>): string => `${verdictId} ${kind} ${sessions}`

/** Grades the claims whose outcome has matured and that have no grade yet; the others stay open. */
export function gradeVerdicts(
  verdicts: readonly (VerdictFigures & { id: number })[],
  graded: ReadonlySet<string>,
  { paths, knownBy }: { paths: PricePaths; knownBy: Date },
): { grades: VerdictGrade[]; open: OpenClaim[] } {
  const gradeOf = claimGrader(paths, knownBy)
  const grades: VerdictGrade[] = []
  const open: OpenClaim[] = []
  for (const verdict of verdicts) {
    for (const claim of verdictClaims(verdict)) {
      const key = { verdictId: verdict.id, kind: claim.kind, sessions: sessionsOf(claim) }
      if (graded.has(claimKey(key))) continue
      const grade = gradeOf(claim)
      if (typeof grade === 'string') {
        open.push({ ...key, state: grade })
        continue
      }
      const { start, stated, came, base, ours, rival } = grade
      const [startDay, endDay] = [paths.days[start], paths.days[start + key.sessions]]
      if (!startDay || !endDay) throw new AppError('internal', 'a graded claim has no days')
      grades.push({ ...key, startDay, endDay, stated, came, base, loss: ours, baseLoss: rival })
    }
  }
  return { grades, open }
}
