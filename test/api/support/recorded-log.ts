import { Writable } from 'node:stream'
import pino, { type Logger } from 'pino'

/** A log that keeps what is written to it. */
export function recordedLog(): {
  log: Logger
  lines: () => { level: number; msg: string; path?: string }[]
  text: () => string
} {
  let text = ''
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString()
      done()
    },
  })
  const lines = () =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return { log: pino({ level: 'info' }, stream), lines, text: () => text }
}
