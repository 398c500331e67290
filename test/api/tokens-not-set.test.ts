import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { startProcess } from '../../harness/run-to-end.ts'
import { ADMIN, INTERNAL } from '../../harness/tokens.ts'

const database = testDatabase()

test.each<[Record<string, string>, RegExp | null]>([
  [{}, /"variables":\["ADMIN_TOKEN","INTERNAL_TOKEN"\].*"event":"tokens_not_set"/],
  [{ ADMIN_TOKEN: ADMIN, INTERNAL_TOKEN: INTERNAL }, null],
])(
  'a replica with %j says which routes refuse everyone',
  async (tokens, line) => {
    const replica = startProcess(['api/main.ts'], {
      DATABASE_URL: database.url,
      PORT: '0',
      DRAIN_NOTICE_S: '0',
      ...tokens,
    })
    await eventually(() => replica.said().includes('"event":"listening"'), { within: 30_000 })
    replica.child.kill('SIGTERM')
    expect(await replica.ended).toBe(0)
    if (line) expect(replica.said()).toMatch(line)
    else expect(replica.said()).not.toContain('tokens_not_set')
  },
  60_000,
)
