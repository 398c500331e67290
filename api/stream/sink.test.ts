import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test, vi } from 'vitest'
import { onWaits } from '../http/request-waits.ts'
import { frameOf } from './frame.ts'
import { sendOrCut, sseSink, WAITING_BYTES_MAX } from './sink.ts'

test('a quote is sent to a client that reads, and a client that leaves too much unread is cut', () => {
  const done: string[] = []
  const sink = (waiting: number) => ({
    waiting: () => waiting,
    send: () => void done.push('sent'),
    cut: () => void done.push('cut'),
  })
  const frame = frameOf('quote', null, { symbol: 'SPY' })
  sendOrCut(sink(WAITING_BYTES_MAX), frame)
  sendOrCut(sink(WAITING_BYTES_MAX + 1), frame)
  expect(done).toEqual(['sent', 'cut'])
})

/** A response that notes what is done to it. */
function response(members: object = {}) {
  const done: string[] = []
  const headers: Record<string, string> = {}
  const raw = Object.assign(new EventEmitter(), {
    writableLength: 7,
    closed: false,
    setHeader: (name: string, value: string) => void Object.assign(headers, { [name]: value }),
    writeHead: (status: number) => void done.push(`head ${status}`),
    write: (chunk: string | Buffer) => void done.push(String(chunk)),
    end: () => void done.push('end'),
    destroy: () => void done.push('destroy'),
    ...members,
  })
  return { raw: raw as unknown as ServerResponse, events: raw, done, headers }
}

test('a stream that has opened only waits, so that it holds up no other request', () => {
  const { raw } = response()
  const waits = vi.fn()
  onWaits(raw, waits)
  sseSink(raw, {})
  expect(waits).toHaveBeenCalledOnce()
})

test('an event stream is never cached or buffered, and first states when to reconnect', () => {
  const { raw, done, headers } = response()
  sseSink(raw, { 'x-own': 'yes', 'content-type': 'replaced', 'x-absent': undefined })
  expect(headers).toEqual({
    'x-own': 'yes',
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  expect(done).toEqual(['head 200', 'retry: 3000\n\n'])
})

test('frames and heartbeats are written, an end waits for them and a cut does not', () => {
  const { raw, done } = response()
  const sink = sseSink(raw, {})
  sink.send(frameOf('ping', null, {}))
  sink.heartbeat()
  expect(sink.waiting()).toBe(7)
  sink.end()
  sink.cut()
  expect(done.slice(2)).toEqual(['event: ping\ndata: {}\n\n', ': heartbeat\n\n', 'end', 'destroy'])
})

test('a listener hears once that the connection is gone, at once where it already is', () => {
  let heard = 0
  const { raw, events } = response()
  sseSink(raw, {}).onClosed(() => heard++)
  expect(heard).toBe(0)
  events.emit('close')
  events.emit('close')
  expect(heard).toBe(1)
  sseSink(response({ closed: true }).raw, {}).onClosed(() => heard++)
  expect(heard).toBe(2)
})
