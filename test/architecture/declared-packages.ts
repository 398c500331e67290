import { isBuiltin } from 'node:module'
import { z } from 'zod'
import { importsOf } from './import-list.ts'
import { isCode, isProduct, type Rule } from './source-files.ts'

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
})

const packageOf = (target: string): string => target.split('/', target.startsWith('@') ? 2 : 1).join('/')

/** What is imported is declared, and the product needs nothing that only developers install. */
export const declaredPackages: Rule = (files) => {
  const { dependencies, devDependencies } = Manifest.parse(
    JSON.parse(files.find(({ path }) => path === 'package.json')?.text ?? '{}'),
  )
  const folders = new Set(files.filter(({ path }) => path.includes('/')).map(({ path }) => path.split('/', 1)[0]!))
  return files.filter(isCode).flatMap((file) =>
    importsOf(file).flatMap(({ target, line }) => {
      if (target === null || folders.has(target.split('/', 1)[0]!)) return []
      const name = packageOf(target)
      const root = !file.path.includes('/')
      if (
        target.startsWith('node:') ||
        name in dependencies ||
        (name in devDependencies && (root || !isProduct(file)))
      ) {
        return []
      }
      return [
        isBuiltin(target)
          ? `${file.path}:${line} imports ${target} without its node: prefix`
          : `${file.path}:${line} imports ${name}, which package.json does not ${name in devDependencies ? 'ship' : 'declare'}`,
      ]
    }),
  )
}
