import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { LONGEST } from './test-projects.ts'

/**
 * Begins the longest files first. vitest does so when it knows durations; in a fresh clone it goes by size, and the
 * longest files here are small: if they began last, one processor would be idle at the end of the run.
 */
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
