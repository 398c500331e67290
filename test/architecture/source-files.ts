import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file for the rules: its path from the root, with forward slashes, and its text. */
export interface SourceFile {
  path: string
  text: string
}

/** A rule of this project. It returns one sentence for each offence; none means that the rule holds. */
export type Rule = (files: readonly SourceFile[]) => string[]

const ROOT = join(import.meta.dirname, '../..')
/** The declarations of the client are written by a program. */
const NOT_OURS = new Set(['node_modules', 'coverage', 'client'])

function pathsBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || NOT_OURS.has(entry.name)) return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    return entry.isDirectory() ? pathsBelow(path) : [path]
  })
}

/** Reads all code and SQL of the project, and package.json. */
export function readSourceFiles(): SourceFile[] {
  return pathsBelow('')
    .filter((path) => path === 'package.json' || path.endsWith('.ts') || path.endsWith('.sql'))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

export const isCode = ({ path }: SourceFile): boolean => path.endsWith('.ts')
export const isTest = ({ path }: SourceFile): boolean => /^(?:test|harness)\//.test(path) || path.endsWith('.test.ts')
/** Returns whether the file runs in production: neither a test nor a measurement. */
export const isProduct = (file: SourceFile): boolean => isCode(file) && !isTest(file) && !file.path.startsWith('bench/')
