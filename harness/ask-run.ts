import { inject } from 'vitest'
import type { Package } from './install-package.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of what run-server.ts serves. */
    runServer: string
  }
}

/** Asks the process that outlives all test files for something that they share; the first request makes it. */
export async function askRun(path: string): Promise<string> {
  const response = await fetch(new URL(path, inject('runServer')))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

/** Installs a package by the process that outlives all test files: they run side by side, and apt-get works alone. */
export const installForRun = async (name: Package): Promise<void> => void (await askRun(`/install/${name}`))
