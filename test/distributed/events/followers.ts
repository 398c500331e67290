import { get } from 'node:http'
import { WebSocket } from 'ws'
import { EVENT_KINDS, type EventKind } from '../../../shared/domain/contract/event.ts'

const AGAIN_AFTER_MS = 100

export interface Seen {
  id: number
  prev_id: number | null
  hash: string
  kind: EventKind
}

/** A client that follows the public log from its beginning and comes back whenever its connection ends. */
export interface Follower {
  name: string
  seen: Seen[]
  /** The first events as they came, to compute their hashes again. */
  whole: Record<string, unknown>[]
  /** Faults that must not happen: a snapshot after a wrong id, or a status that is not 200. */
  faults: string[]
  connections: number
  stop(): void
}

interface Message {
  type: string
  data: Record<string, unknown>
}

interface Ways {
  message(message: Message): void
  ended(): void
}

/** Opens one connection that continues after an id; returns how to cut it. */
type Open = (base: string, after: number, ways: Ways) => () => void

const KINDS = EVENT_KINDS.join(',')

/** Server-sent events, read by hand so that fifty clients cost little. */
const openStream: Open = (base, after, { message, ended }) => {
  const url = `${base}/api/v1/agents/stream?kinds=${KINDS}&after=0`
  const request = get(url, { headers: { 'last-event-id': String(after) }, agent: false }, (response) => {
    if (response.statusCode !== 200) return void request.destroy()
    let rest = ''
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const data = block.indexOf('\ndata: ')
        if (!block.startsWith('event: ') || data < 0) continue
        message({ type: block.slice(7, block.indexOf('\n')), data: JSON.parse(block.slice(data + 7)) })
      }
    })
    response.on('error', () => {})
  })
  request.on('error', () => {})
  // Comes after a refusal, the end of the stream and a lost connection alike.
  request.on('close', ended)
  return () => request.destroy()
}

const openSocket: Open = (base, after, { message, ended }) => {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/api/v1/agents/socket?kinds=${KINDS}&after=${after}`)
  socket.on('message', (text) => message(JSON.parse(String(text)) as Message))
  socket.on('error', () => {})
  socket.on('close', ended)
  return () => socket.terminate()
}

/** Goes from one replica to the next at each connection. */
function followBy(open: Open, name: string, bases: readonly string[], keepWhole: boolean): Follower {
  let cut = () => {}
  let isStopped = false
  const follower: Follower = {
    name,
    seen: [],
    whole: [],
    faults: [],
    connections: 0,
    stop() {
      isStopped = true
      cut()
    },
  }
  const last = () => follower.seen.at(-1)?.id ?? 0
  function message({ type, data }: Message): void {
    if (type === 'snapshot') {
      if (data.after !== last() || data.reset) follower.faults.push(`after ${last()}: ${JSON.stringify(data)}`)
    } else if (type !== 'close') {
      const { id, prev_id, hash, kind } = data as unknown as Seen
      follower.seen.push({ id, prev_id, hash, kind })
      if (keepWhole) follower.whole.push(data)
    }
  }
  function connect(): void {
    let isOver = false
    const base = bases[follower.connections % bases.length]!
    follower.connections++
    cut = open(base, last(), {
      message,
      ended() {
        if (isOver) return
        isOver = true
        if (!isStopped) setTimeout(() => !isStopped && connect(), AGAIN_AFTER_MS)
      },
    })
  }
  connect()
  return follower
}

export interface Crowd {
  streams: number
  sockets: number
}

/** Followers over both ways; the first of each keeps the whole events. */
export function followAll({ streams, sockets }: Crowd, bases: readonly string[]): Follower[] {
  const turned = (at: number) => bases.map((_base, place) => bases[(place + at) % bases.length]!)
  return [
    ...Array.from({ length: streams }, (_, at) => followBy(openStream, `stream ${at}`, turned(at), at === 0)),
    ...Array.from({ length: sockets }, (_, at) => followBy(openSocket, `socket ${at}`, turned(at), at === 0)),
  ]
}
