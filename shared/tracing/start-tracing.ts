import { randomUUID } from 'node:crypto'
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { within } from '../deadline.ts'
import { errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'

/** Bounds the memory that an absent collector costs; spans that do not fit are dropped. */
const QUEUE_MAX = 2_048
const BATCH_MAX = 512
const EXPORT_EVERY_MS = 2_000
const EXPORT_WITHIN_MS = 5_000
/** Part of the ten seconds in which a process drains. */
const FLUSH_WITHIN_MS = 2_000
/** An absent collector fails every batch; log it once a minute. */
const WARN_EVERY_MS = 60_000
const WARNING_CHARS_MAX = 200

export interface TracingOptions {
  /** Base URL of a collector; absent: spans exist only as ids in messages, rows and log lines. */
  endpoint?: string | undefined
  /** The role of this process; an attribute of its spans. */
  roles: string
}

export interface Tracing {
  /** Sends the remaining spans, if that is quick. */
  stop(): Promise<void>
}

/** Call once per process. Ids are made and passed on whether or not there is a collector. */
export async function startTracing({ endpoint, roles }: TracingOptions, log: Log): Promise<Tracing> {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'market-state',
      'service.instance.id': randomUUID(),
      'market.roles': roles,
    }),
    spanProcessors: endpoint === undefined ? [] : [await exporting(endpoint, log)],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return {
    async stop() {
      const flushed = within(FLUSH_WITHIN_MS, 'the span collector', provider.shutdown())
      await flushed.catch((error: unknown) => log.warn({ error: presentable(error) }, 'trace_export_failed'))
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

async function exporting(endpoint: string, log: Log): Promise<SpanProcessor> {
  // Loaded only by processes that export spans.
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  let warnedAtMs = Number.NEGATIVE_INFINITY
  setGlobalErrorHandler((error) => {
    if (performance.now() - warnedAtMs < WARN_EVERY_MS) return
    warnedAtMs = performance.now()
    log.warn({ error: presentable(error) }, 'trace_export_failed')
  })
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  return new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url, timeoutMillis: EXPORT_WITHIN_MS, concurrencyLimit: 2 }),
    maxQueueSize: QUEUE_MAX,
    maxExportBatchSize: BATCH_MAX,
    scheduledDelayMillis: EXPORT_EVERY_MS,
    exportTimeoutMillis: EXPORT_WITHIN_MS,
  })
}

const presentable = (error: unknown): string =>
  errorMessage(error)
    .replace(/https?:\/\/\S+/g, '[url]')
    .slice(0, WARNING_CHARS_MAX)
