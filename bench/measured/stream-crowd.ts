import { connect, type Socket } from 'node:net'
import { runProcess } from '../../shared/run-process.ts'

/** Connections that are being opened at a time. */
const OPENING_MAX = 200
const NO_MORE_WITHIN_MS = 60_000

export type CrowdOrder =
  | { open: { port: number; path: string; count: number } }
  /** Waits for so many frames with a time in all; answers how long they took from it. */
  | { collect: number }
  | { close: true }
export interface Opened {
  openedMs: number
}
export interface Collected {
  /** Milliseconds from the `sent` of an event to its arrival, for each connection that got it. */
  latencies: number[]
}

const nowMs = (): number => performance.timeOrigin + performance.now()
const SENT = /"sent":(\d+(?:\.\d+)?)/g

/** Many readers of one stream in one process, over bare sockets so that they cost as little as possible. */
await runProcess('stream-crowd', async () => {
  const sockets = new Set<Socket>()
  let latencies: number[] = []
  let onFrame = () => {}

  /** Resolves with the first bytes after the head of the response, which are the snapshot. */
  function openOne(port: number, path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      sockets.add(socket)
      socket.once('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`))
      socket.once('error', reject)
      let isOpen = false
      socket.once('close', () => reject(new Error('a stream was closed before its snapshot came')))
      socket.setEncoding('latin1').on('data', (text: string) => {
        if (!isOpen && /^HTTP\/1\.1 [45]/.test(text)) reject(new Error(`a stream was refused: ${text.slice(0, 80)}`))
        if (!isOpen && text.includes('event: snapshot')) {
          isOpen = true
          resolve()
        }
        const at = nowMs()
        for (const [, sent] of text.matchAll(SENT)) latencies.push(at - Number(sent))
        onFrame()
      })
    })
  }

  async function open({ port, path, count }: { port: number; path: string; count: number }): Promise<Opened> {
    const began = performance.now()
    let left = count
    const opener = async () => {
      while (left-- > 0) await openOne(port, path)
    }
    await Promise.all(Array.from({ length: OPENING_MAX }, opener))
    return { openedMs: performance.now() - began }
  }

  async function collect(expected: number): Promise<Collected> {
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${latencies.length} of ${expected} frames came`)),
        NO_MORE_WITHIN_MS,
      )
      onFrame = () => {
        if (latencies.length < expected) return
        clearTimeout(late)
        resolve()
      }
      onFrame()
    })
    onFrame = () => {}
    const collected = latencies
    latencies = []
    return { latencies: collected }
  }

  process.on('message', async (order: CrowdOrder) => {
    if ('open' in order) return void process.send!(await open(order.open))
    if ('collect' in order) return void process.send!(await collect(order.collect))
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    process.send!({ closed: true })
  })
  process.send!({ ready: true })
  return async () => {
    for (const socket of sockets) socket.destroy()
  }
})
