import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { REPOSITORY } from './product.ts'
import { reliabilityDocument } from './reliability-document.ts'

/** Writes docs/reliability.md from what the tests of the long run saw; a part of the suite would make half a table. */
export class ReliabilityReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (process.env.LONG === undefined) return
    const rows = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) =>
        (test.meta().witnessed ?? []).map((seen) => ({ ...seen, passed: test.result().state === 'passed' })),
      ),
    )
    if (rows.length === 0) return
    const text = reliabilityDocument(rows)
    if (text === null)
      return void process.stdout.write('docs/reliability.md: left alone, this run did not see it all\n')
    writeFileSync(join(REPOSITORY, 'docs/reliability.md'), text)
    process.stdout.write('docs/reliability.md: written\n')
  }
}
