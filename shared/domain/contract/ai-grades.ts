import { z } from 'zod'

/** The key of the read model in which the grading stage leaves its findings. */
export const GRADES_KEY = 'ai2/grades'

export const GradeVerdict = z.enum(['better', 'worse', 'equal', 'unknown', 'insufficient_data'])
export type GradeVerdict = z.infer<typeof GradeVerdict>

const instant = z.iso.datetime({ offset: true })
const share = z.number().min(0).max(1)
const interval = z.tuple([z.number(), z.number()])

const judged = {
  verdict: GradeVerdict.describe('better and worse need three standard errors and 60 dates'),
  n: z.int().describe('graded claims, or dates of a twin'),
  n_effective: z.int().describe('dates whose windows do not overlap'),
  n_needed: z.int().nullable().describe('such dates that would decide it at this difference; null when it is decided'),
  score: z.number().nullable().describe('mean loss: Brier or ranked probability score, smaller is better'),
  skill: z.number().nullable().describe('share by which the loss is smaller than the rival’s'),
  interval: interval.nullable().describe('two standard errors to either side of the skill'),
}

const ReliabilityBin = z
  .object({
    from: share.describe('smallest stated chance of the part'),
    to: share.describe('largest one'),
    n: z.int().describe('claims'),
    stated: share.describe('mean stated chance'),
    came: share.describe('share that came true'),
    low: share.describe('lower end of its interval of 95 %, by dates without overlap'),
    high: share.describe('upper end'),
  })
  .meta({ id: 'ReliabilityBin', description: 'Claims of like stated chances, and how many came true' })

export const EraGrade = z
  .object({
    variant: z.enum(['deterministic', 'llm']).describe('who stated it'),
    era: z.string().describe('model, prompt and rules; claims of different eras are never pooled'),
    current: z.boolean().describe('whether the newest verdict of the variant is of this era'),
    simulated: z.boolean().describe('whether the simulator’s analyst wrote it'),
    ...judged,
    rate: share.nullable().describe('share that came true'),
    base_rate: share.nullable().describe('mean chance that the rival gave it'),
    pending: z.int().describe('claims that have not matured'),
    unresolved: z.int().describe('claims that have matured but cannot be graded, because a price bar is missing'),
    first: z.iso.date().nullable().describe('session of the first graded start'),
    last: z.iso.date().nullable().describe('session of the last one'),
    reliability: z.array(ReliabilityBin).describe('thirds by stated chance; empty below 30 claims'),
    decomposition: z
      .object({
        reliability: z
          .number()
          .describe('squared distance of stated chances from the shares that came true; 0 is best'),
        resolution: z.number().describe('how far those shares differ from the overall one'),
        uncertainty: z.number().describe('variance of the outcomes'),
      })
      .nullable()
      .describe('parts of the Brier score of what was named; raw resolution is biased upwards; null below 30 claims'),
  })
  .meta({ id: 'EraGrade', description: 'The grade of one kind of claim in one era' })
export type EraGrade = z.infer<typeof EraGrade>

export const KindGrades = z
  .object({
    as_of: instant.nullable().describe('outcomes known then were graded, Eastern offset; null before the first run'),
    rules_version: z.string().nullable().describe('version of the grading rules; null before the first run'),
    live: z.array(EraGrade).describe('verdicts that live slots and events served, newest era first'),
    backfill: z.array(EraGrade).describe('slots of simulated months, never part of the public grades'),
    twin: z
      .object(judged)
      .nullable()
      .describe(
        'the LLM against the deterministic verdict of the same cycles, one pair a date; null where there is none',
      ),
    reason: z.string().nullable().describe('why there is nothing; null otherwise'),
  })
  .meta({ id: 'KindGrades', description: 'Grades of one kind of claim, for operators' })
export type KindGrades = z.infer<typeof KindGrades>
export type TwinGrade = NonNullable<KindGrades['twin']>

const PublicGrade = z.object({ verdict: GradeVerdict, matured: z.int(), reason: z.string().nullable() })

/** Everything that the grading stage found; the texts for the public are separate from the operators' figures. */
export const AiGrades = z.object({
  as_of: instant,
  rules_version: z.string(),
  public: z.object({
    grades: z.object({ risk_band: PublicGrade, magnitude: PublicGrade, trade_idea: PublicGrade }),
    twin: z.object({
      verdict: GradeVerdict,
      sentence: z.string(),
      n: z.int(),
      n_needed: z.int().nullable(),
      date: z.iso.date().nullable(),
    }),
    lendsNarrative: z.boolean(),
  }),
  risk_band: KindGrades,
  magnitude: KindGrades,
  trade_idea: KindGrades,
  direction: z.object({ '1d': KindGrades, '3d': KindGrades, '5d': KindGrades }),
})
export type AiGrades = z.infer<typeof AiGrades>
