import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { errorKind } from '../errors.ts'

export { type Span, SpanKind } from '@opentelemetry/api'

const TRACER = 'market-state'
const CARRIER_KEY = 'traceparent'

interface SpanStart {
  /** The parent span: absent, the active span; null, none, so that a new trace begins. */
  parent?: string | null
  kind?: SpanKind
  attributes?: Attributes
}

/**
 * Runs work in a span, or just runs it if there is no provider. A failed span records only the error's kind: messages
 * of errors quote URLs and rows, and spans leave this service.
 */
export async function inSpan<T>(name: string, start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
  const { parent, kind = SpanKind.INTERNAL, attributes = {} } = start
  const around = parent === undefined ? context.active() : contextOf(parent)
  // The tracer is not kept in a variable: it stays with the provider it was first used with.
  return await trace.getTracer(TRACER).startActiveSpan(name, { kind, attributes }, around, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      failSpan(span, errorKind(error))
      throw error
    } finally {
      span.end()
    }
  })
}

export function failSpan(span: Span, kind: string): void {
  span.setAttribute('error.type', kind)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The active span in W3C format; null outside any span, and in processes without a provider. */
export function activeTraceparent(): string | null {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier[CARRIER_KEY] ?? null
}

/** The active span if it belongs to this trace, else `traceparent` itself, so that one piece of work is one trace. */
export function continued(traceparent: string | null): string | null {
  const active = activeTraceparent()
  if (traceparent === null) return active
  return active !== null && traceIdOf(active) === traceIdOf(traceparent) ? active : traceparent
}

/** Links the active span to other work that led to it. */
export function linkSpan(traceparents: readonly (string | null)[]): void {
  const span = trace.getActiveSpan()
  for (const traceparent of traceparents) {
    const other = trace.getSpanContext(contextOf(traceparent))
    if (other) span?.addLink({ context: other })
  }
}

const contextOf = (traceparent: string | null): Context =>
  traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { [CARRIER_KEY]: traceparent })

const traceIdOf = (traceparent: string): string => traceparent.split('-')[1] ?? ''
