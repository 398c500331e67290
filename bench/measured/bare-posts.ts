import { Agent, request } from 'undici'
import { runProcess } from '../../shared/run-process.ts'

export interface PostsOrder {
  url: string
  body: string
  count: number
  concurrency: number
}

/** A loop of undici that posts the same body: what deliveries cost without a log, a queue and signatures. */
await runProcess('bare-posts', async () => {
  const dispatcher = new Agent()
  process.on('message', async ({ url, body, count, concurrency }: PostsOrder) => {
    const began = performance.now()
    let left = count
    const headers = { 'content-type': 'application/json' }
    const loop = async () => {
      while (left-- > 0) {
        const answer = await request(url, { method: 'POST', dispatcher, headers, body })
        await answer.body.dump()
      }
    }
    await Promise.all(Array.from({ length: concurrency }, loop))
    process.send!({ seconds: (performance.now() - began) / 1_000 })
  })
  process.send!({ ready: true })
  return () => dispatcher.destroy()
})
