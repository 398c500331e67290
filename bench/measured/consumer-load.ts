import { Client } from 'undici'
import { runProcess } from '../../shared/run-process.ts'

export interface ConsumerLoad {
  url: string
  path: string
  consumers: number
  seconds: number
}

export interface ConsumersDone {
  answers: number
  bytes: number
}

const EVERY_MS = 1_000

/** Consumers that read one document each second, each over its own connection, as dashboards do. */
await runProcess('consumer-load', async () => {
  async function consume({ url, path, seconds }: ConsumerLoad, at: number, until: number): Promise<ConsumersDone> {
    const client = new Client(url)
    let [answers, bytes, etag] = [0, 0, '']
    // Spread over the second, so that they do not all come at once.
    let next = performance.now() + (EVERY_MS * ((at * 617) % 1_000)) / 1_000
    while (next < until && seconds > 0) {
      await new Promise((done) => setTimeout(done, Math.max(0, next - performance.now())))
      const { body, headers } = await client.request({ method: 'GET', path, headers: { 'if-none-match': etag } })
      bytes += (await body.arrayBuffer()).byteLength
      etag = String(headers.etag ?? '')
      answers += 1
      next += EVERY_MS
    }
    await client.close()
    return { answers, bytes }
  }
  process.on('message', async (load: ConsumerLoad) => {
    const until = performance.now() + load.seconds * 1_000
    const done = await Promise.all(Array.from({ length: load.consumers }, (_, at) => consume(load, at, until)))
    const sum = (of: keyof ConsumersDone) => done.reduce((total, each) => total + each[of], 0)
    process.send!({ answers: sum('answers'), bytes: sum('bytes') } satisfies ConsumersDone)
  })
  process.send!({ ready: true })
  return async () => {}
})
