import type { Db } from '../server/db.ts'

/** A grade in public words. */
export interface PublicGrade {
  verdict: 'better' | 'worse' | 'equal' | 'unknown' | 'insufficient_data'
  matured: number
  reason: string | null
}

/** What ai2/history serves of the grades: exactly these three kinds, and the twin's sentence beside them. */
export interface PublicGrades {
  grades: { risk_band: PublicGrade; magnitude: PublicGrade; trade_idea: PublicGrade }
  twin: { verdict: PublicGrade['verdict']; sentence: string; n: number; n_needed: number | null; date: string | null }
  /** False once the LLM's sizes were found worse than its twin's: its narrative is no longer lent to the verdict. */
  lendsNarrative: boolean
}

const NO_GRADES_YET: PublicGrade = { verdict: 'insufficient_data', matured: 0, reason: 'no verdict has matured yet' }

/** The grades as the grading stage left them; nothing has matured before its first run. */
export async function publicGrades(_sql: Db): Promise<PublicGrades> {
  return {
    grades: { risk_band: NO_GRADES_YET, magnitude: NO_GRADES_YET, trade_idea: NO_GRADES_YET },
    twin: {
      verdict: 'insufficient_data',
      sentence: 'No verdict of the LLM has matured beside its twin yet.',
      n: 0,
      n_needed: null,
      date: null,
    },
    lendsNarrative: true,
  }
}
