/**
 * Escapes texts of vendors and errors, so that they cannot become HTML, links, images, emphasis, cells or new lines.
 * Underscores inside a word (hy_oas) mean nothing to Markdown and stay.
 */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*[\]<>|!~]/g, '\\$&')
    .replace(/(^| )_|_( |$)/g, '$1\\_$2')

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(header), line(header.map(() => '---')), ...rows.map((row) => line(row.map(escapeMarkdown)))].join('\n')
}

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')
