const ENTITIES: Readonly<Record<string, string>> = {
  '&#60;': '<',
  '&#62;': '>',
  '&#38;': '&',
  '&#34;': '"',
  '&#39;': "'",
}

/** The text of markup as it is read: one space between parts that stand apart, none before a mark. */
export const textOf = (markup: string): string =>
  markup
    .replaceAll(/<svg.*?<\/svg>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#\d+;/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+(?=[,.;:)])/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
