import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import { REPOSITORY } from './product.ts'
import { reliabilityDocument } from './reliability-document.ts'

/**
 * Writes docs/reliability.md from the figures of a long run, and only when every test ran and passed: a failed attack
 * leaves no figures, and the rest would look like a complete table.
 */
export class ReliabilityReport implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly unknown[],
    reason: TestRunEndReason,
  ): Promise<void> {
    if (process.env.LONG === undefined) return
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const all = (await this.#vitest?.globTestSpecifications()) ?? []
    const isWhole = modules.length === all.length && tests.every((test) => test.result().state === 'passed')
    if (!isWhole || reason !== 'passed' || errors.length > 0) {
      process.stdout.write(
        'docs/reliability.md: left alone, it is written when every test of a whole long run passed\n',
      )
      return
    }
    const seen = tests.flatMap((test) => test.meta().witnessed ?? [])
    writeFileSync(join(REPOSITORY, 'docs/reliability.md'), reliabilityDocument(seen))
    process.stdout.write('docs/reliability.md: written\n')
  }
}
