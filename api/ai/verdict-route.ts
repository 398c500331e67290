import { documentRoute } from '../cache/document-route.ts'
import { readNow } from '../database/service-time.ts'
import { readExample } from '../openapi/read-example.ts'
import { noVerdict, VerdictAnswer, verdictDocument } from './verdict-document.ts'
import { verdictRows } from './verdict-view.ts'

export const verdictRoutes = [
  documentRoute({
    path: '/api/v1/ai2/verdict',
    class: 'public',
    tag: 'ai',
    summary: 'The standing verdict of AI-2',
    description:
      'The deterministic verdict: risk of a fall, size of the next move, regime, and the lines that would change it. ' +
      'It states no direction. `persisted` is the newest one written on this Eastern date; otherwise it is ' +
      '`computed` for this answer and stored nowhere. `whats_happening` names its writer: an LLM, if a text of this ' +
      'date passed its checks, otherwise fixed wording. Any failure is a 200 with `verdict` null and the reason.',
    response: VerdictAnswer,
    responseDescription: 'The verdict, or the reason why there is none',
    example: readExample(import.meta.url, './verdict-example.json'),
    topics: ['ai', 'signals', 'tripwires'],
    // A verdict of an earlier date must not be served as today's.
    stale: false,
    answersOverload: true,
    async load(context) {
      const now = await readNow(context)
      return { value: verdictDocument(await context.verdictReader.read((sql) => verdictRows(sql, now)), now) }
    },
    empty: noVerdict,
  }),
]
