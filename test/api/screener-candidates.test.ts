import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { saveReadModel } from '../../shared/postgres/signals/read-models.ts'
import { testApi } from './support/api.ts'

const EXAMPLES = `${import.meta.dirname}/../../api/screener`
const NAMES = ['AAA', 'BBB', 'CCC'].map((ticker) => ({ ticker, kind: 'fund', sector: null }))

const db = testDatabase()
let app: FastifyInstance
beforeAll(async () => {
  const read = (name: string) => JSON.parse(readFileSync(`${EXAMPLES}/${name}-example.json`, 'utf8'))
  const [quiet, unread, older] = NAMES
  const names = [{ ...quiet, scanned: true }, { ...unread, scanned: false }, older]
  const documents = { candidates: read('candidates'), universe: { ...read('universe'), names } }
  await db.sql.begin(async (tx) => {
    for (const [name, document] of Object.entries(documents)) {
      const model = { key: `screener/${name}`, contentType: 'application/json', asOf: new Date(), run: 1 }
      await saveReadModel(tx, { ...model, body: JSON.stringify(document) })
    }
  })
  app = await testApi(db.url)
})

test.each([
  ['AAA', 'no archetype fires on AAA in the newest run'],
  ['BBB', 'the newest run could not read BBB, because it has no bar of the newest session or less than a year of them'],
  ['CCC', 'no archetype fires on CCC in the newest run'],
])(
  '%s has no candidates, and the reason tells a quiet name from one that could not be read',
  async (ticker, reason) => {
    const answer = await app.inject(`/api/v1/screener/candidates/${ticker}`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ total: 0, candidates: [], reason })
  },
)
