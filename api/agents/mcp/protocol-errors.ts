import { z } from 'zod'

export const INVALID_PARAMS = -32_602
const INTERNAL_ERROR = -32_603

const Issues = z
  .array(z.object({ path: z.array(z.union([z.string(), z.number()])), expected: z.string().optional() }))
  .min(1)
const Failure = z.looseObject({ error: z.looseObject({ code: z.int(), message: z.string() }) })

/** These are JSON's words for the types that the validator names. */
const TYPES: Readonly<Record<string, string>> = { record: 'an object', object: 'an object', string: 'a text' }

function issuesIn(message: string): z.infer<typeof Issues> | null {
  const start = message.indexOf('[')
  if (start < 0) return null
  try {
    return Issues.safeParse(JSON.parse(message.slice(start))).data ?? null
  } catch {
    return null
  }
}

const sentenceOf = (issues: z.infer<typeof Issues>): string =>
  issues
    .map(({ path, expected }) => {
      const must = expected === undefined ? 'is not valid' : `must be ${TYPES[expected] ?? expected}`
      return `${path.join('.')}: ${must}`
    })
    .join('; ')

function rewritten(json: string): string {
  const failure = Failure.safeParse(JSON.parse(json)).data
  const issues = failure ? issuesIn(failure.error.message) : null
  if (!failure || !issues) return json
  const { error } = failure
  const code = error.code === INTERNAL_ERROR ? INVALID_PARAMS : error.code
  return JSON.stringify({ ...failure, error: { ...error, code, message: sentenceOf(issues) } })
}

/**
 * The answer of the protocol's library, as JSON or as an event stream of one message. The list of issues that its
 * validator wrote into the message of an error is replaced by a sentence.
 */
export function withPlainErrors(answer: string): string {
  if (!answer.includes('"error"')) return answer
  return answer.replace(/^(data: )?(\{.*\})$/gm, (_line, prefix: string | undefined, json: string) =>
    (prefix ?? '').concat(rewritten(json)),
  )
}
