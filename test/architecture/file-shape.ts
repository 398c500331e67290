import { isCode, isTest, type Rule, type SourceFile } from './source-files.ts'

export const MEDIAN_LINES_BELOW = 80

const linesOf = ({ text }: SourceFile): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

export const medianStaysLow: Rule = (files) => {
  const lengths = files
    .filter((file) => isCode(file) && !isTest(file))
    .map(linesOf)
    .sort((a, b) => a - b)
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0
  return median < MEDIAN_LINES_BELOW
    ? []
    : [`the median file has ${median} lines; it must stay below ${MEDIAN_LINES_BELOW}`]
}

/** Names that describe syntax or nothing at all; such a file collects every subject. */
const NO_SUBJECT = new Set(
  'util utils helper helpers common lib libs misc type types interface interfaces constant constants'.split(' '),
)

export const namesSaySubjects: Rule = (files) =>
  files.filter(isCode).flatMap(({ path }) => {
    const segments = path.replace(/(?:\.test|\.config)?\.ts$/, '').split('/')
    return segments.flatMap((name) => {
      return NO_SUBJECT.has(name) ? [`${path}: ${name} names no subject`] : []
    })
  })
