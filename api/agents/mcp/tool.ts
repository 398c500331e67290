import { z } from 'zod'
import { BYTES_DEFAULT, BYTES_MAX } from './fit-answer.ts'
import type { Document, ServiceCall } from './service-call.ts'

/** Every tool has this member, so that an answer never fills the model's context unexpectedly. */
const maxBytes = z
  .int()
  .min(500)
  .max(BYTES_MAX)
  .default(BYTES_DEFAULT)
  .describe(
    'maximum size of the answer in bytes; a longer answer is shortened and marked, a refusal is never shortened',
  )

type Shape = Readonly<Record<string, z.ZodType>>

export interface Tool {
  name: string
  title: string
  description: string
  input: z.ZodObject
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }
  /** Tells the agent how to get what a shortened answer left out. */
  more: string
  run(call: ServiceCall, input: Document): Promise<Document>
}

interface ToolDefinition<S extends Shape> {
  name: string
  title: string
  description: string
  input: S
  more?: string
  run(call: ServiceCall, input: z.output<z.ZodObject<S>> & { max_bytes: number }): Promise<Document>
}

const MORE = `ask again with a larger max_bytes, up to ${BYTES_MAX}`

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

function toolOf<S extends Shape>(definition: ToolDefinition<S>, annotations: Tool['annotations']): Tool {
  const { input, more = MORE, run, ...rest } = definition
  return {
    ...rest,
    annotations,
    more,
    input: z.strictObject({ ...input, max_bytes: maxBytes }),
    run: run as Tool['run'],
  }
}

export const readTool = <S extends Shape>(definition: ToolDefinition<S>): Tool => toolOf(definition, READS)

/**
 * Annotations of a tool that changes something: only a fill moves money and cannot be undone, and a repeated call has
 * no second effect.
 */
export const tradeTool = <S extends Shape>(
  definition: ToolDefinition<S>,
  { destructive, idempotent }: { destructive: boolean; idempotent: boolean },
): Tool =>
  toolOf(definition, {
    readOnlyHint: false,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: false,
  })
