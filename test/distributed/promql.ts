const KEYWORDS = new Set('and or unless by on ignoring without group_left group_right bool offset'.split(' '))
const GROUPING = /\b(?:by|on|ignoring|without|group_left|group_right)\s*\([^)]*\)/g

/** The metrics of a PromQL expression: words that are not a function, label, string, duration or keyword. */
export function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"(?:\\.|[^"\\])*"/g, ' ')
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(GROUPING, ' ')
  const words = [...bare.matchAll(/\b[a-z_:][\w:]*\b(?!\s*\()/gi)].map(([word]) => word)
  return [...new Set(words.filter((word) => !KEYWORDS.has(word)))]
}

/** Returns whether all brackets close in the order they opened. */
export function isBalanced(expression: string): boolean {
  const open: string[] = []
  for (const mark of expression.replace(/"(?:\\.|[^"\\])*"/g, '')) {
    if ('([{'.includes(mark)) open.push(mark)
    const closes = ')]}'.indexOf(mark)
    if (closes !== -1 && open.pop() !== '([{'[closes]) return false
  }
  return open.length === 0
}
