import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { REPOSITORY } from '../../harness/product.ts'
import { inherited } from '../../harness/run-environment.ts'

/** Prints the address of each module that the process loads. */
const PRINT_LOADED = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { process.stdout.write(url + '\\n'); return next(url, context) } })`

/** What workers/main.ts loads before it knows which stages it runs. */
const BEFORE_ROLES = ['open-connections', 'start-workers', 'drain-grace']

function loadedBy(script: string): string[] {
  const hook = `data:text/javascript,${encodeURIComponent(PRINT_LOADED)}`
  const args = ['--import', hook, '--input-type=module', '--eval', script]
  const output = execFileSync(process.execPath, args, { cwd: REPOSITORY, env: inherited(), encoding: 'utf8' })
  return output.split('\n').map((url) => url.replace(`file://${REPOSITORY}/`, ''))
}

const NEEDED_BY_SOME = [
  'node_modules/pg-boss/',
  'node_modules/amqplib/',
  'node_modules/undici/',
  'pipeline/alerts/index.ts',
  'pipeline/screener/',
  'pipeline/sources/index.ts',
  'workers/ai/',
  'workers/quotes/',
  'workers/schedule/',
  'workers/screener/',
  'workers/write-report.ts',
]

test('a worker loads no stage, no source and no driver of a broker before its roles are known', () => {
  const loaded = loadedBy(BEFORE_ROLES.map((name) => `await import('./workers/${name}.ts')`).join('\n'))
  expect(loaded).toContain('workers/start-workers.ts')
  expect(loaded.filter((file) => NEEDED_BY_SOME.some((part) => file.startsWith(part)))).toEqual([])
})

test('each of them exists, so that the test above would find it', () => {
  const stages = loadedBy(`
    await import('./shared/broker/postgres-broker.ts')
    await import('./shared/broker/rabbitmq-broker.ts')
    await import('./workers/run-schedule.ts')
    await import('./workers/quotes/start-quotes.ts')
    const { STAGES } = await import('./workers/stages.ts')
    await Promise.allSettled(STAGES.map((stage) => stage.open({ config: {}, ingest: {} })))`)
  for (const part of NEEDED_BY_SOME)
    expect(
      stages.some((file) => file.startsWith(part)),
      part,
    ).toBe(true)
})
