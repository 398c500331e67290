import pino, { type DestinationStream, type Logger } from 'pino'
import { traceFields } from './tracing/span.ts'

export type Log = Logger

/**
 * Logs are events with fields. error = someone must act (none a day when healthy), warn = healed
 * itself, info = one per unit of work, debug = local. Secrets are cut out wherever they hide. Lines go to
 * stdout unless told otherwise.
 */
export function createLog(
  options: { level: string; process: string },
  destination: DestinationStream = pino.destination(1),
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

export const silentLog: Log = pino({ level: 'silent' })
