import type { AiGrades, KindGrades } from '../../shared/domain/contract/ai-grades.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { DIRECTION_HORIZONS, type DirectionHorizon, type GradableClaim } from './claim.ts'
import { GRADING_RULES_VERSION, type OpenClaim, type VerdictGrade } from './grade-verdicts.ts'
import { judgeEras, judgementFields, judgeTwin, type KindBook } from './judge-eras.ts'
import { publicGrade, twinWords } from './public-words.ts'

export interface GradeBooks {
  asOf: Date
  live: KindBook
  backfill: KindBook
}

type Wanted = (claim: Pick<VerdictGrade, 'kind' | 'sessions'>) => boolean

const bookOf = (book: KindBook, wanted: Wanted): KindBook => ({
  ...book,
  grades: book.grades.filter(wanted),
  open: book.open.filter((claim: OpenClaim) => wanted(claim)),
})

/** Everything known about how claims came out: figures for operators, words for the public. */
export function gradesDocument({ asOf, live, backfill }: GradeBooks): AiGrades {
  const stamp = { as_of: easternExact(asOf), rules_version: GRADING_RULES_VERSION }
  const kindOf = (wanted: Wanted, hasTwin: boolean): KindGrades => {
    const [own, past] = [bookOf(live, wanted), bookOf(backfill, wanted)]
    const twin = hasTwin ? judgeTwin(own) : null
    return {
      ...stamp,
      live: judgeEras(own),
      backfill: judgeEras(past),
      twin: twin && judgementFields(twin.judgement),
      reason: null,
    }
  }
  const isKind =
    (kind: GradableClaim['kind']): Wanted =>
    (claim) =>
      claim.kind === kind
  const [risk, magnitude, idea] = [
    kindOf(isKind('risk_band'), true),
    kindOf(isKind('magnitude'), true),
    kindOf(isKind('trade_idea'), false),
  ]
  const twin = twinWords(judgeTwin(bookOf(live, isKind('magnitude'))))
  const directions = Object.entries(DIRECTION_HORIZONS).map(([name, sessions]) => [
    name,
    kindOf((claim) => claim.kind === 'direction' && claim.sessions === sessions, false),
  ])
  return {
    ...stamp,
    public: {
      grades: {
        risk_band: publicGrade(risk.live, 'deterministic'),
        magnitude: publicGrade(magnitude.live, 'deterministic'),
        trade_idea: publicGrade(idea.live, 'llm'),
      },
      twin,
      lendsNarrative: twin.verdict !== 'worse',
    },
    risk_band: risk,
    magnitude,
    trade_idea: idea,
    direction: Object.fromEntries(directions) as Record<DirectionHorizon, KindGrades>,
  }
}
