import fastify from 'fastify'
import { openPool } from '../../shared/postgres/server/db.ts'
import { runProcess } from '../../shared/run-process.ts'

/** A route that sends what one query by the primary key finds. */
export interface BareQuery {
  databaseUrl: string
}

await runProcess('bare-query', async () => {
  const app = fastify({ logger: false })
  let close = async () => {}
  process.once('message', async ({ databaseUrl }: BareQuery) => {
    const sql = openPool(databaseUrl, { max: 4, name: 'bench-bare', readOnly: true })
    close = () => sql.end({ timeout: 1 })
    app.get<{ Params: { ticker: string; panel: string } }>('/:ticker/:panel', async ({ params }, reply) => {
      const [row] = await sql<{ document: string }[]>`
        select p.document from company_panels as p where p.ticker = ${params.ticker} and p.panel = ${params.panel}`
      if (!row) return reply.code(404).send()
      return reply.header('content-type', 'application/json; charset=utf-8').send(row.document)
    })
    process.send!({ url: await app.listen({ host: '127.0.0.1', port: 0 }) })
  })
  return async () => {
    await app.close()
    await close()
  }
})
