import { execFileSync } from 'node:child_process'
import { REPOSITORY } from './product.ts'

/**
 * The tracked and new files of this checkout in another folder; its node_modules share their files with
 * ours (hard links), so that a copy costs no download and nothing in it may be changed in place.
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
    // Another file system: copy for real.
    execFileSync('cp', ['-a', ...modules])
  }
  return folder
}
