import { describe, expect, test } from 'vitest'
import { checkCommand, type Facts } from './check-command.ts'
import { checkCommands, checkNames, missingVariables } from './check-document.ts'
import { planCommands, succeeded } from './plan-commands.ts'
import { simpleCommands } from './shell.ts'

const HELPS: Record<string, string> = {
  '': 'Usage: ops\n\nOptions:\n  -h, --help\n\nCommands:\n  lag [options]   depth\n  dead            letters\n  help [command]\n',
  dead: 'Usage: ops dead\n\nCommands:\n  list\n  show <id>       one of them,\n                  redrive it later\n',
}
const facts: Facts = {
  scripts: ['start', 'test', 'api'],
  routes: [
    { method: 'GET', path: '/health' },
    { method: 'GET', path: '/api/v1/trades/:id' },
    { method: 'POST', path: '/api/v1/trades' },
  ],
  opsHelp: (path) => HELPS[path.join(' ')] ?? 'Usage: ops something\n',
}
const check = (line: string): string | null =>
  simpleCommands(line)
    .map((words) => checkCommand(words, facts))
    .find((why) => why !== null) ?? null

describe('a command line of the documentation', () => {
  test.each([
    ['npm run deploy', 'npm run deploy is no script'],
    ['npm install', 'npm install is no script'],
    ['npm ci && npm run -s nothing', 'no script'],
    ['npm run ops -- lags', 'ops knows no lags'],
    ['npm run -s ops -- dead lists', 'ops knows no dead lists'],
    ['npm run -s ops -- dead redrive', 'ops knows no dead redrive'],
    ['npm run -s ops -- dead', 'lacks a command'],
    ['npm run ops', 'without a command'],
    ['curl -s http://127.0.0.1:8080/healthz', 'no route serves GET /healthz'],
    ['curl localhost:8080/api/v1/trades', 'no route serves GET /api/v1/trades'],
    ['curl -X DELETE http://localhost:8080/health', 'no route serves DELETE'],
    [`curl --json '{"a": 1}' http://localhost:8080/health`, 'no route serves POST'],
    ['curl https://example.com/health', 'leaves this machine'],
    ['curl -s $BASE/health', 'leaves this machine'],
    ['curl -s', 'without a URL'],
    ['curl -s http://localhost:8080/health | jq .', 'jq is not among'],
    ['curl -H "Authorization: $(npm run -s ops -- tokens)" http://localhost:8080/health', 'ops knows no tokens'],
    ['node start/main.ts', 'node is not among'],
    ['A=1 PORT=2 brew install x', 'brew is not among'],
  ])('%s: refused', (line, why) => {
    expect(check(line)).toContain(why)
  })

  test.each([
    'npm ci && npm start # and npm run deploy',
    'PORT=0 npm start &',
    'npm test',
    'npm run api -- --port 1',
    'npm run -s ops -- lag --json | head -3',
    'npm run ops -- dead show 7',
    `curl -s "http://localhost:8080/api/v1/trades/7?a=1&b=2"`,
    `curl -d '{"a": "curl x | y"}' http://localhost:8080/api/v1/trades`,
    'curl -H "Authorization: $(npm run -s ops -- lag)" localhost:8080/health',
    'docker compose up --scale screener=4',
    'cd market-state; kill 12',
    'export DATABASE_URL=postgres://a:b@c/d',
  ])('%s: accepted', (line) => {
    expect(check(line)).toBeNull()
  })
})

describe('a document', () => {
  test('commands: checked in sh and in console after the prompt, with the number of their line', () => {
    const text = '# A\n\n```sh no-run\nnpm test\nnpm run a\n```\n\n```console\n$ npm run b\nnpm run output\n```\n'
    expect(checkCommands('A.md', text, facts)).toEqual([
      'A.md:5 npm run a is no script of package.json',
      'A.md:9 npm run b is no script of package.json',
    ])
  })

  test('commands: other languages are left alone, unchecked shells are refused', () => {
    const text = '```ts\nnpm run a\n```\n```bash\nnpm test\n```\n'
    expect(checkCommands('A.md', text, facts)).toEqual(['A.md:5 bash is not checked; write sh or console'])
  })

  test('commands: a placeholder is allowed only in blocks that are not run', () => {
    expect(checkCommands('A.md', '```sh\nnpm run ops -- dead show <id>\n```', facts)[0]).toContain('placeholder')
    expect(checkCommands('A.md', '```sh no-run\nnpm run ops -- dead show <id>\n```', facts)).toEqual([])
  })

  test('commands: a continued line and a body of several lines are one command', () => {
    const text = `\`\`\`sh\ncurl -X POST \\\n  -d '{\n "a": 1 }' localhost:8080/api/v1/trades\nnpm run a\n\`\`\``
    expect(checkCommands('A.md', text, facts)).toEqual(['A.md:5 npm run a is no script of package.json'])
  })

  test.each([
    ['shared/gone.ts', 'A.md:1 shared/gone.ts does not exist'],
    ['shared/tim/', 'A.md:1 shared/tim/ does not exist'],
    ['pipeline/alerts/<kind>.ts', 'A.md:1 pipeline/alerts does not exist'],
    ['compose.yaml', 'A.md:1 compose.yaml does not exist'],
    ['clocks.ts', 'A.md:1 no file is called clocks.ts'],
    ['GET /nothing', 'A.md:1 no route serves GET /nothing'],
    ['/healthy', 'A.md:1 no route serves GET /healthy'],
  ])('%s: refused', (code, why) => {
    expect(checkNames('A.md', `see \`${code}\`.`, ['shared/time/clock.ts', 'README.md'], facts)).toEqual([why])
  })

  test.each([
    'shared/time/clock.ts',
    'shared/time/',
    'shared/time',
    'shared/<folder>/clock.ts',
    'clock.ts',
    'README.md',
    'GET /api/v1/trades/{id}',
    '/health',
    'signals/latest',
    'api → shared',
    'DATA_DIR/running.json',
    'shared/*.ts',
  ])('%s: accepted', (code) => {
    expect(checkNames('A.md', `see \`${code}\`.`, ['shared/time/clock.ts', 'README.md'], facts)).toEqual([])
  })

  test('variables: a variable without backticks in the prose counts as missing', () => {
    expect(missingVariables('`PORT` and HOST\n```sh\n`DATA_DIR`\n```', ['PORT', 'HOST', 'DATA_DIR'])).toEqual([
      'HOST',
      'DATA_DIR',
    ])
  })
})

describe('planning of commands to run', () => {
  const target = { port: 41_000, dataDir: '/tmp/x' }
  const plan = (lines: string) => planCommands('A.md', `\`\`\`sh\n${lines}\n\`\`\``)

  test('only curl and ops, outside no-run', () => {
    const text = '```sh\nnpm ci && npm start\nnpm run ops -- lag\n```\n```sh no-run\ncurl localhost:8080/health\n```'
    expect(planCommands('A.md', text).map(({ name }) => name)).toEqual(['A.md:3 npm run ops -- lag'])
  })

  test('port and data folder are those of the product under test', () => {
    const [first] = plan('curl -H "Authorization: Bearer $(cat .data/admin)" http://localhost:8080/health?a=8080')
    expect(first?.command(target)).toBe(
      'curl -H "Authorization: Bearer $(cat /tmp/x/admin)" http://127.0.0.1:41000/health?a=8080',
    )
  })

  test('a stream may time out, any other command may not, and none may be without output', () => {
    expect(plan('curl -sN localhost:8080/health')[0]?.streams).toBe(true)
    expect(plan('curl -s localhost:8080/health')[0]?.streams).toBe(false)
    expect([succeeded(true, 28, 'a'), succeeded(false, 28, 'a')]).toEqual([true, false])
    expect([succeeded(false, 0, 'a'), succeeded(false, 0, '\n'), succeeded(false, 22, 'a')]).toEqual([
      true,
      false,
      false,
    ])
  })
})
