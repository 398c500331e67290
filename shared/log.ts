import { trace } from '@opentelemetry/api'
import pino, { type DestinationStream, type Logger } from 'pino'
import { logStdout } from './log-stdout.ts'

export type Log = Logger

/**
 * Log lines are events with fields. error = someone must act (none on a healthy day), warn = healed
 * by itself, info = one per unit of work, debug = local use. Fields with secrets are redacted. Lines go to
 * stdout unless a destination is given.
 */
export function createLog(
  options: { level: string; process: string },
  destination: DestinationStream = logStdout(),
): Log {
  return pino(
    {
      level: options.level,
      base: { process: options.process, pid: process.pid },
      messageKey: 'event',
      mixin: traceFields,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [
          'authorization',
          '*.authorization',
          'req.headers.authorization',
          'token',
          '*.token',
          'api_key',
          '*.api_key',
        ],
        censor: '[redacted]',
      },
    },
    destination,
  )
}

/** Leads from a log line to its trace, and to `ops trace`. */
function traceFields(): { trace_id?: string } {
  const spanContext = trace.getActiveSpan()?.spanContext()
  return spanContext ? { trace_id: spanContext.traceId } : {}
}

export const silentLog: Log = pino({ level: 'silent' })
