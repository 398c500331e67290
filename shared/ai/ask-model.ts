import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  type FinishReason,
  generateText,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  Output,
} from 'ai'
import type { z } from 'zod'
import type { AiSettings } from './ai-settings.ts'
import { AnswerTooLarge, boundedFetch } from './bounded-fetch.ts'
import { repeatsKey } from './repeats-key.ts'

/** The longest answer that the schemas allow, and as much again for a model that thinks before it answers. */
export const OUTPUT_TOKENS_MAX = 3_000

export interface Question {
  system: string
  prompt: string
  schema: z.ZodType
  schemaName: string
  at: Date
}

export interface Usage {
  input: number
  output: number
}

/**
 * `refused`: the model answered, but not in the requested shape; `failed`: there is no answer. The usage of a failure
 * is null where the provider may have counted tokens without reporting them.
 */
export type Reply =
  | { kind: 'answered'; value: unknown; text: string; usage: Usage | null; latencyMs: number }
  | { kind: 'refused'; error: string; text: string; usage: Usage | null; latencyMs: number }
  | { kind: 'failed'; error: string; usage: Usage | null; latencyMs: number }

/**
 * Calls the model once, without repetition. Faults are described in our own words, because a provider's message can
 * repeat the key or any text.
 */
export async function askModel(settings: AiSettings, question: Question): Promise<Reply> {
  const startedMs = performance.now()
  const answer = await answerOf(settings, question)
  return { ...answer, latencyMs: Math.round(performance.now() - startedMs) }
}

type Answer = Reply extends infer Each ? (Each extends unknown ? Omit<Each, 'latencyMs'> : never) : never

async function answerOf(settings: AiSettings, { system, prompt, schema, schemaName, at }: Question): Promise<Answer> {
  try {
    const result = await generateText({
      model: modelOf(settings, at),
      output: Output.object({ schema, name: schemaName }),
      instructions: system,
      prompt,
      maxRetries: 0,
      maxOutputTokens: OUTPUT_TOKENS_MAX,
      abortSignal: AbortSignal.timeout(settings.timeoutMs),
    })
    const usage = usageOf(result.usage)
    const value = outputOf(result)
    if (value === undefined) return unanswered(result.finishReason, { text: result.text, usage })
    if (repeatsKey(`${result.text} ${JSON.stringify(value)}`, settings.apiKey)) return UNKEPT
    return { kind: 'answered', value, text: result.text, usage }
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error)) {
      return {
        kind: 'failed',
        error: failureInWords(error, settings.timeoutMs),
        usage: wasFree(error) ? NOTHING : null,
      }
    }
    const { text = '', cause, finishReason } = error
    const usage = usageOf(error.usage)
    if (repeatsKey(text, settings.apiKey)) return UNKEPT
    const fenced = finishReason === 'stop' ? fencedObject(text) : undefined
    if (fenced !== undefined) return { kind: 'answered', value: fenced, text, usage }
    if (isEnding(finishReason)) return unanswered(finishReason, { text, usage })
    return { kind: 'refused', error: shapeProblem(cause), text, usage }
  }
}

const NOTHING: Usage = { input: 0, output: 0 }

const UNKEPT: Answer = {
  kind: 'failed',
  error: 'the provider repeated the key, so nothing of its answer is kept',
  usage: null,
}

/** The object that the model answered with; undefined where it ended without one. */
function outputOf(result: { readonly output: unknown }): unknown {
  try {
    return result.output
  } catch (error) {
    if (NoOutputGeneratedError.isInstance(error)) return undefined
    throw error
  }
}

const isEnding = (reason: FinishReason | undefined): reason is 'content-filter' | 'length' =>
  reason === 'content-filter' || reason === 'length'

/** A model that declines would decline again; one that was cut off may answer more briefly. */
function unanswered(reason: FinishReason, { text, usage }: { text: string; usage: Usage | null }): Answer {
  if (reason === 'content-filter') return { kind: 'failed', error: 'the model declined to answer', usage }
  const error =
    reason === 'length' ? `the answer was cut off after ${OUTPUT_TOKENS_MAX} tokens` : 'the model answered with nothing'
  return { kind: 'refused', error, text, usage }
}

const FENCED = /^\s*```(?:json)?\s*\n(.*)\n\s*```\s*$/s

/** The JSON of a text that is one fenced block, as many local models answer; undefined for any other text. */
function fencedObject(text: string): unknown {
  try {
    return JSON.parse(FENCED.exec(text)?.[1] ?? '')
  } catch {
    return undefined
  }
}

/** With these statuses no model has started, so the call costs nothing. */
const UNBILLED: readonly number[] = [400, 401, 402, 403, 404, 405, 413, 422, 429, 503, 529]
const UNSENT: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']

/**
 * Returns whether a call has certainly cost nothing: it reached no provider, or was rejected before a model started.
 */
function wasFree(error: unknown): boolean {
  const chain = causesOf(error)
  return chain.some((each) => UNSENT.includes(codeOf(each))) || UNBILLED.includes(statusIn(chain) ?? Number.NaN)
}

function modelOf({ provider, model, apiKey, baseUrl }: AiSettings, at: Date) {
  const baseURL = baseUrl(at)
  const key = apiKey === null ? {} : { apiKey }
  if (provider === 'anthropic') {
    return createAnthropic({ ...key, ...(baseURL === null ? {} : { baseURL }), fetch: boundedFetch })(model)
  }
  const settings = { name: 'llm', baseURL: baseURL!, supportsStructuredOutputs: true, fetch: boundedFetch, ...key }
  return createOpenAICompatible({ ...settings, transformRequestBody: withLimitByName })(model)
}

/** OpenAI's newer models refuse the limit under its old name, which every other endpoint knows. */
function withLimitByName(body: Record<string, unknown>): Record<string, unknown> {
  const { max_tokens: limit, ...rest } = body
  return limit !== undefined && /^(?:gpt-5|o\d)/.test(String(body.model))
    ? { ...rest, max_completion_tokens: limit }
    : body
}

function usageOf(
  usage: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined,
): Usage | null {
  const { inputTokens: input, outputTokens: output } = usage ?? {}
  // An endpoint that reports zero tokens has not counted, so the worst case is charged.
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0
  return isCount(input) && isCount(output) ? { input, output } : null
}

const ISSUES_MAX = 5

/** Names the members that do not fit; the values stay out. */
function shapeProblem(cause: unknown): string {
  const inner = cause instanceof Error ? cause.cause : undefined
  const issues = [cause, inner].flatMap((each) =>
    each !== null && typeof each === 'object' && 'issues' in each && Array.isArray(each.issues) ? each.issues : [],
  ) as { path?: unknown[]; code?: string }[]
  if (issues.length === 0) return 'the answer is not the JSON object that was asked for'
  const lines = issues
    .slice(0, ISSUES_MAX)
    .map(({ path = [], code = 'invalid' }) => `${path.join('.') || 'answer'}: ${code}`)
  return `the answer does not fit the schema: ${lines.join('; ')}`
}

const RESETS: readonly string[] = ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE']

function failureInWords(error: unknown, timeoutMs: number): string {
  const chain = causesOf(error)
  if (chain.some((each) => each instanceof AnswerTooLarge)) return 'the provider sent more than an answer may hold'
  const status = statusIn(chain)
  if (chain.some((each) => each.name === 'TimeoutError' || each.name === 'AbortError')) {
    return `the provider did not answer within ${timeoutMs} ms`
  }
  if (status !== undefined && status !== 200) return `the provider answered with status ${status}`
  if (chain.some((each) => RESETS.includes(codeOf(each)))) {
    return 'the connection to the provider was reset'
  }
  return status === 200 ? 'the provider sent something that is not an answer' : 'the provider could not be reached'
}

const statusIn = (chain: readonly Error[]): number | undefined =>
  chain.map((each) => (APICallError.isInstance(each) ? each.statusCode : undefined)).find((each) => each)

const codeOf = (error: Error): string => String((error as { code?: unknown }).code)

function causesOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let each = error; each instanceof Error && chain.length < 8; each = each.cause) chain.push(each)
  return chain
}
