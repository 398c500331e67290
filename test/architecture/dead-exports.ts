import { isCode, isProduct, type Rule } from './source-files.ts'
import { reads } from './token-patterns.ts'
import { codeOf } from './tokens.ts'

const DECLARES = new Set(['const', 'function', 'class', 'interface', 'type'])

/** Nothing refers to such an export, not even its own file, so a reader cannot tell what it is for. */
export const exportsAreUsed: Rule = (files) => {
  const times = new Map<string, number>()
  for (const file of files.filter(isCode))
    for (const { kind, text } of codeOf(file)) if (kind === 'word') times.set(text, (times.get(text) ?? 0) + 1)
  return files.filter(isProduct).flatMap((file) => {
    const tokens = codeOf(file)
    return tokens.flatMap(({ line }, at) => {
      if (!reads(tokens, at, 'export')) return []
      const declares = at + (reads(tokens, at + 1, 'async') ? 2 : 1)
      const name = tokens[declares + 1]
      if (name?.kind !== 'word' || !DECLARES.has(tokens[declares]!.text)) return []
      return times.get(name.text) === 1
        ? [`${file.path}:${line} exports ${name.text}, which nothing uses: delete it`]
        : []
    })
  })
}
