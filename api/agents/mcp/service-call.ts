import type { z } from 'zod'

export type Json = z.infer<ReturnType<typeof z.json>>
/** A document of a route, or a part of it. */
export type Document = { [member: string]: Json }

/** Whether a value that was read from JSON is an object. */
export const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface ServiceRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** Path and query. */
  url: string
  body?: Document
  idempotencyKey?: string
}

export interface ServiceAnswer {
  status: number
  text: string
  retryAfterSeconds: number | null
}

/** Sends one request to the routes of the service as the caller of the tool: in this process, or over HTTP. */
export type ServiceCall = (request: ServiceRequest) => Promise<ServiceAnswer>

/** The refusal of a route, in the shape of every error of the service. */
export class ToolRefusal extends Error {
  readonly body: Document

  constructor(body: Document) {
    super('the service refused the request')
    this.body = body
  }
}

/** Explains an answer that did not come from the service, such as the page of a proxy. */
const unreadable = (status: number): Document => ({
  statusCode: status,
  code: 'unavailable',
  message: 'The answer of the service could not be read.',
  fix: 'Try again in some seconds.',
  retryable: true,
})

function parsed(text: string): Document | null {
  try {
    const answer: unknown = JSON.parse(text)
    return isDocument(answer) ? answer : null
  } catch {
    return null
  }
}

/** The document of an answer; an error of the service is thrown as a refusal. */
export async function ask(call: ServiceCall, request: ServiceRequest): Promise<Document> {
  const { status, text, retryAfterSeconds } = await call(request)
  const document = parsed(text)
  if (document === null) throw new ToolRefusal(unreadable(status))
  if (status < 400) return document
  throw new ToolRefusal(retryAfterSeconds === null ? document : { ...document, retry_after_seconds: retryAfterSeconds })
}

/** A path with the given parameters; those that are undefined are left out. */
export function urlOf(path: string, query: Record<string, string | number | undefined> = {}): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
  return given.size === 0 ? path : `${path}?${given}`
}
