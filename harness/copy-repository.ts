import { execFileSync } from 'node:child_process'
import { REPOSITORY } from './product.ts'

/**
 * Copies the tracked and new files of this checkout to another folder. Its node_modules are hard links to
 * ours, so a copy needs no download, and no file in them may be changed in place.
 */
export async function copyRepository(folder: string): Promise<string> {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: REPOSITORY,
  })
  execFileSync('mkdir', ['-p', folder])
  execFileSync('xargs', ['-0', 'cp', '--parents', '-t', folder], { cwd: REPOSITORY, input: files })
  const modules = [`${REPOSITORY}/node_modules`, `${folder}/node_modules`]
  try {
    execFileSync('cp', ['-al', ...modules], { stdio: 'ignore' })
  } catch {
    // Hard links cannot cross file systems, so copy the files in place of those folders that were made.
    execFileSync('rm', ['-rf', `${folder}/node_modules`])
    execFileSync('cp', ['-a', ...modules])
  }
  return folder
}
