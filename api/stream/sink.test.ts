import { expect, test } from 'vitest'
import { frameOf } from './frame.ts'
import { sendOrCut, WAITING_BYTES_MAX } from './sink.ts'

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
