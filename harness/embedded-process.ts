import { startEmbeddedPostgres } from '../shared/postgres/server/embedded.ts'

/** A process that starts the embedded Postgres of a folder, for tests that kill it meanwhile; it prints its address. */
const server = await startEmbeddedPostgres({ dataDir: process.argv[2]!, durable: true })
process.stdout.write(`${server.url}\n`)
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
