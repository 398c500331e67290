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
  /** Whose work this is part of: absent, the span around it; null, nobody's, so that a trace begins here. */
  parent?: string | null
  kind?: SpanKind
  attributes?: Attributes
}

/**
 * Work as a span. Without a provider it only runs. What went wrong is said by its kind alone: messages of
 * errors quote URLs and rows, and a span leaves the house.
 */
export async function inSpan<T>(name: string, start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
  const { parent, kind = SpanKind.INTERNAL, attributes = {} } = start
  const around = parent === undefined ? context.active() : contextOf(parent)
  // Asked for each time: a tracer stays with the provider it was first used with.
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

/** The span around this line, as W3C writes it; null outside any, and in processes without a provider. */
export function activeTraceparent(): string | null {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier[CARRIER_KEY] ?? null
}

/** The span around this line where it belongs to the same trace, else the trace's own: one work, one trace. */
export function continued(traceparent: string | null): string | null {
  const active = activeTraceparent()
  if (traceparent === null) return active
  return active !== null && traceIdOf(active) === traceIdOf(traceparent) ? active : traceparent
}

/** Other work that led to the span around this line. */
export function linkSpan(traceparents: readonly (string | null)[]): void {
  const span = trace.getActiveSpan()
  for (const traceparent of traceparents) {
    const other = trace.getSpanContext(contextOf(traceparent))
    if (other) span?.addLink({ context: other })
  }
}

/** For log lines: leads from a line to its trace, and to `ops trace`. */
export function traceFields(): { trace_id?: string } {
  const spanContext = trace.getActiveSpan()?.spanContext()
  return spanContext ? { trace_id: spanContext.traceId } : {}
}

const contextOf = (traceparent: string | null): Context =>
  traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { [CARRIER_KEY]: traceparent })

const traceIdOf = (traceparent: string): string => traceparent.split('-')[1] ?? ''
