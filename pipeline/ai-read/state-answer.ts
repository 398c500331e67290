import { z } from 'zod'

const NEWS_THEMES = [
  'earnings',
  'fed',
  'inflation',
  'jobs',
  'credit',
  'technology',
  'energy',
  'geopolitics',
  'market_moves',
  'other',
] as const

/** The answer of AI-1's LLM. Only its enums are passed to AI-2, so that no outside text reaches the verdict. */
export const StateAnswer = z.strictObject({
  summary: z.string().min(20).max(700).describe('two to four plain sentences on the state of the market now'),
  state: z.enum(['calm', 'unsettled', 'stressed']).describe('the state in one word'),
  news_tone: z.enum(['none', 'calm', 'mixed', 'tense']).describe('tone of the headlines; none without headlines'),
  news_themes: z.array(z.enum(NEWS_THEMES)).max(3).describe('what the headlines are about, at most three'),
})
export type StateAnswer = z.infer<typeof StateAnswer>
