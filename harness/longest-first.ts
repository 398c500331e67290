import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take longest, or mostly wait, by name. vitest starts large files first when it knows no durations, as in a
 * fresh clone, but the longest here are small; begun last, they would keep one processor idle at the end of the run.
 */
const LONGEST = [
  'broker/postgres-broker',
  'start/start',
  'broker/rabbitmq-broker',
  'docs/run-commands',
  'broker/rabbitmq-trouble',
  'pages/states',
  'broker/postgres-trouble',
  'broker/crash',
  'broker/rabbitmq-faults',
  'bench/bench',
  'start/live',
  'start/full-disk',
  'ops/backup',
].map((name) => `test/${name}.test.ts`)

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const at = LONGEST.indexOf(relative(project.config.root, moduleId))
      return at === -1 ? LONGEST.length : at
    }
    const group = ({ project }: TestSpecification): number => project.config.sequence.groupOrder
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => group(a) - group(b) || rank(a) - rank(b))
  }
}
