import { eventually } from '../../harness/eventually.ts'

export interface Received {
  type: string
  id: string | null
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any document.
  data: any
}

export interface OpenStream {
  status: number
  headers: Headers
  /** Everything received so far. */
  frames: Received[]
  comments: string[]
  /** Resolves with the frame once it has come. */
  until(wanted: (frame: Received) => boolean): Promise<Received>
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  close(): void
}

const OPEN = new Set<AbortController>()
/** Closes what a failed test has left open. */
export const closeStreams = (): void => {
  for (const each of OPEN) each.abort()
  OPEN.clear()
}

/** Opens a stream and parses its frames by the rules of server-sent events. */
export async function openStream(url: string, headers: Record<string, string> = {}): Promise<OpenStream> {
  const stopping = new AbortController()
  OPEN.add(stopping)
  const response = await fetch(url, { headers, signal: stopping.signal })
  const frames: Received[] = []
  const comments: string[] = []
  const read = async () => {
    let rest = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop()!
      for (const block of blocks) {
        const lines = block.split('\n')
        const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
        if (block.startsWith(':')) comments.push(block)
        else if (field('data') !== undefined)
          frames.push({ type: field('event')!, id: field('id') ?? null, data: JSON.parse(field('data')!) })
      }
    }
  }
  const ended = response.ok ? read().catch(() => {}) : Promise.resolve()
  return {
    status: response.status,
    headers: response.headers,
    frames,
    comments,
    async until(wanted) {
      let found: Received | undefined
      await eventually(async () => {
        found = frames.find(wanted)
        return found !== undefined
      })
      return found!
    },
    ended,
    close: () => stopping.abort(),
  }
}
