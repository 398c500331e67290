import type { AiGrades, EraGrade } from '../../shared/domain/contract/ai-grades.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { addSessions, sessionsBetween } from '../../shared/time/calendar.ts'
import type { TwinJudgement } from './judge-eras.ts'

type Public = AiGrades['public']
type PublicGrade = Public['grades']['magnitude']
type Twin = Public['twin']

const NONE_MATURED = 'no claim of the present era has matured yet'

/** The public part of a grade: its verdict, how many claims matured, and what is missing. */
export function publicGrade(eras: readonly EraGrade[], variant: EraGrade['variant']): PublicGrade {
  const era = eras.find((each) => each.variant === variant && each.current)
  if (!era || era.n === 0) return { verdict: 'insufficient_data', matured: 0, reason: NONE_MATURED }
  const isOpen = era.verdict === 'insufficient_data' || era.verdict === 'unknown'
  const least = era.verdict === 'unknown' ? 'about' : 'at least'
  const reason = `${counted(era.n_effective, 'date')} without overlap; ${least} ${era.n_needed} are needed to tell`
  return { verdict: era.verdict, matured: era.n, reason: isOpen ? reason : null }
}

const SIZES = 'the LLM’s sizes of moves'
const OTHERS = 'the deterministic ones of the same cycles'
const points = (share: number): string => `${(100 * share).toFixed(1)} %`

/** One sentence on whether the LLM has been better than its twin, and when that can be told at this pace. */
export function twinWords(twin: TwinJudgement | null): Twin {
  if (twin === null || twin.judgement.n === 0) {
    const sentence = 'No verdict of the LLM has matured beside its twin yet.'
    return { verdict: 'insufficient_data', sentence, n: 0, n_needed: twin?.judgement.nNeeded ?? null, date: null }
  }
  const { verdict, n, nNeeded, skill, interval } = twin.judgement
  const date = dateAt(twin)
  const measured =
    skill === null || interval === null
      ? ''
      : ` (skill ${points(skill)}, interval ${points(interval[0])} to ${points(interval[1])})`
  const later = date === null ? '' : `; at this pace it can be told on ${date}, after ${counted(nNeeded ?? 0, 'date')}`
  const dates = `Over ${counted(n, 'date')} `
  const sentences: Record<Twin['verdict'], string> = {
    better: `${dates}${SIZES} were better than ${OTHERS}${measured}.`,
    worse: `${dates}${SIZES} were worse than ${OTHERS}${measured}, so its narrative is no longer lent to the verdict.`,
    equal: `${dates}${SIZES} were as good as ${OTHERS}${measured}.`,
    unknown: `After ${counted(n, 'date')} it is not known whether ${SIZES} are better than ${OTHERS}${measured}${later}.`,
    insufficient_data: `${counted(n, 'date')} ${n === 1 ? 'is' : 'are'} too few to tell whether ${SIZES} are better than ${OTHERS}${later}.`,
  }
  return { verdict, sentence: sentences[verdict], n, n_needed: nNeeded, date }
}

/** A date further away than this would suggest a precision that does not exist. */
const AHEAD_SESSIONS_MAX = 2_520

/** When enough dates will have matured, if they come as they did so far; null once it is decided. */
function dateAt({ judgement: { n, nEffective, nNeeded }, first, last }: TwinJudgement): Twin['date'] {
  if (nNeeded === null || first === null || last === null || nNeeded <= nEffective) return null
  const pace = n < 2 ? 1 : (sessionsBetween(first, last).length - 1) / (n - 1)
  const ahead = Math.ceil((nNeeded - nEffective) * pace)
  // The move of the last date's next session must have ended too.
  return ahead > AHEAD_SESSIONS_MAX ? null : addSessions(last, ahead + 1).day
}
