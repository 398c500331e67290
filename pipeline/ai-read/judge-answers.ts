import { textProblem } from './check-text.ts'
import type { StateFacts } from './describe-state.ts'
import type { Prompt } from './prompts.ts'
import { StateAnswer } from './state-answer.ts'
import { ideaProblem, sizeProblem, VerdictAnswer } from './verdict-answer.ts'

export type Judged<T> = { value: T } | { problem: string }

/**
 * Reads an answer of AI-1's LLM: its shape, that its figures are facts of ours, and that it describes. A headline may
 * state any figure, so those of headlines do not count.
 */
export function judgeState(answer: unknown, facts: StateFacts): Judged<StateAnswer> {
  const parsed = StateAnswer.safeParse(answer)
  if (!parsed.success) return { problem: 'the answer does not fit the schema' }
  const problem = textProblem(parsed.data.summary, { input: JSON.stringify(facts), mayForecast: false })
  return problem === null ? { value: parsed.data } : { problem: `summary: ${problem}` }
}

export function judgeVerdict(answer: unknown, { prompt }: Pick<Prompt, 'prompt'>): Judged<VerdictAnswer> {
  const parsed = VerdictAnswer.safeParse(answer)
  if (!parsed.success) return { problem: 'the answer does not fit the schema' }
  const { whats_happening: text, trade_idea: idea } = parsed.data
  const happening = textProblem(text, { input: prompt, mayForecast: false })
  if (happening !== null) return { problem: `whats_happening: ${happening}` }
  const ideas =
    idea && (ideaProblem(idea) ?? textProblem(idea.text, { input: `${prompt} ${idea.horizon}`, mayForecast: true }))
  if (ideas) return { problem: `trade_idea: ${ideas}` }
  const sizes = sizeProblem(parsed.data)
  return sizes === null ? { value: parsed.data } : { problem: sizes }
}
