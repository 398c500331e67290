import { inject } from 'vitest'
import type { Package } from './install-package.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of what run-server.ts serves. */
    runServer: string
  }
}

/** Asks the process that outlives all test files for a shared resource; the first request creates it. */
export async function askRun(path: string): Promise<string> {
  const response = await fetch(new URL(path, inject('runServer')))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

/**
 * Installs a package through the process that outlives all test files, because they run in parallel and apt-get must
 * run alone.
 */
export const installForRun = async (name: Package): Promise<void> => void (await askRun(`/install/${name}`))
