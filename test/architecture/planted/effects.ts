import { plant } from './plant.ts'

const inPipeline = (cases: readonly (readonly [string, string, string | null])[]) =>
  plant(
    'the pipeline is pure',
    cases.map(([what, text, says]) => [what, 'pipeline/a.ts', text, says] as const),
  )

export const PLANTED_EFFECTS = [
  ...inPipeline([
    ['time', 'const t = Date.now()', 'system time'],
    ['time by reference', 'const t = Date.now', 'system time'],
    ['time by key', `const t = Date['now']()`, 'system time'],
    ['optional time', 'const t = Date?.now()', 'system time'],
    ['new date', 'const t = new Date()', 'system time'],
    ['new date over lines', 'const t = new Date(\n  // nothing\n)', 'system time'],
    ['new date without parentheses', 'const t = new Date', 'system time'],
    ['date as text', 'const t = Date()', 'system time'],
    ['dice', 'const r = Math.random()', 'Math.random'],
    ['environment', 'const a = process.env.A', 'uses process'],
    ['spread environment', 'const a = { ...process.env }', 'uses process'],
    ['process in a choice', 'const a = b ? process : c', 'uses process'],
    ['network', `fetch('http://a')`, 'uses fetch'],
    ['in a template', `const a = \`at \${Date.now()}\``, 'system time'],
    ['async', 'async function f() {}', 'uses async'],
    ['await', 'const a = await b', 'uses await'],
    ['promise type', 'let a: Promise<void>', 'uses Promise'],
    ['timer', 'setTimeout(f, 1)', 'uses setTimeout'],
    ['interval', 'setInterval(f, 1)', 'uses setInterval'],
    ['console', 'console.log(1)', 'uses console'],
    ['global by the back door', 'globalThis.a()', 'uses globalThis'],
    ['tick', 'performance.now()', 'uses performance'],
    ['node module', `import { readFileSync } from 'node:fs'`, 'imports node:fs'],
    ['assert', `import assert from 'node:assert/strict'`, null],
    [
      'comments and texts',
      `// Date.now() and process\nconst a = 'fetch await', b = /console/, c = \`async \${d}\``,
      null,
    ],
    ['members', 'a.process.env; b.fetch(); { const c = { async: 1, process: 2 } }', null],
    ['optional member', 'interface A { process?: string; fetch: string }', null],
    ['date of something', 'const a = new Date(0), b = new Date(instant), c: Date = Date.UTC(2026)', null],
    ['words that contain them', 'const processed = 1, toDate = f, awaiting = 2, nowDate = toDate()', null],
  ]),
  ...plant('the pipeline is pure', [
    ['unit test', 'pipeline/a.test.ts', `test('a', async () => {})`, null],
    ['worker', 'workers/a.ts', 'async function f() { await fetch(url) }', null],
  ]),
  ...plant('one file reads the system time', [
    ['worker', 'workers/a.ts', 'const t = Date.now()', 'workers/a.ts:1 reads'],
    ['simulator', 'simulator/main.ts', '\nnow: () => new Date()', 'main.ts:2 reads'],
    ['luxon', 'shared/time/eastern.ts', 'DateTime.now().toISO()', 'reads'],
    ['luxon without arguments', 'shared/time/eastern.ts', 'DateTime.utc()', 'reads'],
    ['clock', 'shared/time/clock.ts', 'now: () => new Date()', null],
    ['test', 'test/a.ts', 'Date.now()', null],
    ['unit test', 'workers/a.test.ts', 'new Date()', null],
    ['measurement', 'bench/a.ts', 'Date.now()', null],
    ['duration', 'workers/a.ts', 'const t = performance.now(); clock.now(); DateTime.utc(2026, 1, 1)', null],
  ]),
  ...plant('randomness is seeded', [
    ['worker', 'workers/a.ts', 'Math.random()', 'Math.random'],
    ['measurement', 'bench/a.ts', 'Math.random()', 'Math.random'],
    ['elsewhere in the broker', 'shared/broker/relay.ts', 'Math.random()', 'Math.random'],
    ['back-off', 'shared/broker/retry.ts', 'random = Math.random', null],
    ['test', 'test/a.ts', 'Math.random()', null],
    ['seeded', 'simulator/a.ts', 'random(); world.random()', null],
  ]),
]
