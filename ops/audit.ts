import { Command } from 'commander'
import { audit } from '../shared/postgres/audit/audit.ts'
import { siblingPool } from '../shared/postgres/server/db.ts'
import type { Env, Say } from './calendar.ts'
import { withOps } from './connect.ts'
import { table } from './table.ts'

/** Checks the invariants of the stored data by independent SQL; exits with 1 when one is broken. */
export const auditCommand = (env: Env, say: Say): Command =>
  new Command('audit')
    .description('check every invariant of the stored data; exit code 1 if one is broken')
    .option('--json', 'an array of objects')
    .action(async (options: { json?: boolean }) => {
      await withOps(env, async ({ sql }) => {
        // Each rule reads the whole history, which takes longer than any request may.
        const unhurried = siblingPool(sql, { max: 1, settings: { statement_timeout: 0 } })
        const findings = await audit(unhurried).finally(() => unhurried.end({ timeout: 1 }))
        const broken = findings.filter((finding) => finding.offenders.length > 0)
        if (broken.length > 0) process.exitCode = 1
        if (options.json) return say(JSON.stringify(findings, null, 2))
        say(table(findings.map(({ rule, promise, offenders }) => ({ rule, offenders: offenders.length, promise }))))
        for (const { rule, offenders } of broken) say(`\n${rule}:\n${table(offenders)}`)
      })
    })
