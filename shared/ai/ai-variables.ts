import { z } from 'zod'
import { integer } from '../config-values.ts'

const price = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,6})?$/, 'must be dollars, such as 0.8')
  .transform(Number)

/** The variables of the AI read. */
export const AI_VARIABLES = {
  AI_PROVIDER: z
    .enum(['anthropic', 'openai-compatible'])
    .optional()
    .describe('the provider of the LLM; not set: the simulator’s own, or with live data only the deterministic texts'),
  AI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'base URL of an OpenAI-compatible endpoint, such as http://127.0.0.1:11434/v1, or of another Anthropic host',
    ),
  AI_API_KEY: z.string().min(1).optional().describe('key of the provider; a local server needs none'),
  AI_MODEL: z.string().min(1).max(200).optional().describe('model of the LLM'),
  AI_PRICE_IN: price.optional().describe('dollars per million input tokens; not set: the known price of the model'),
  AI_PRICE_OUT: price.optional().describe('dollars per million output tokens; a local model costs 0'),
  AI_DAILY_LIMIT_USD: price
    .default(1)
    .describe('dollars that the LLM may cost per Eastern day of real time; after that the texts are deterministic'),
  AI_TIMEOUT_MS: integer(100, 120_000)
    .default(45_000)
    .describe('milliseconds within which a call to the LLM must be answered'),
}
