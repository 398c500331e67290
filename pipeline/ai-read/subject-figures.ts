/** The subjects that texts most often give a level: their names in prose, and how the given facts name them. */
const SUBJECTS = [
  { name: 'SPY', prose: 'SPY', key: 'spy', named: /\bSPY\b/ },
  { name: 'VIX', prose: '(?:the )?VIX', key: 'vix', named: /\bVIX\b(?! ?term)/i },
  { name: 'Health', prose: '(?:the )?health(?: score)?', key: 'health_score', named: /\bhealth\b/i },
] as const

const NUMBER = /\d+(?:,\d{3})*(?:\.\d+)?/g
const LEVEL_VERBS = '(?: (?:is|was|are|now|currently|stands|stood|trades|traded|sits|closed|last|quoted|remains))*'
/** A figure directly after a subject, as in "VIX is at 15.2". A percentage is a change or a share and no level. */
const statedLevels = (prose: string): RegExp =>
  new RegExp(
    `\\b${prose}${LEVEL_VERBS} (?:at|of|near) \\$?(\\d+(?:,\\d{3})*(?:\\.\\d+)?)(?![\\d.]*\\s?(?:%|per ?cent))`,
    'gi',
  )

const INNERMOST = /\{[^{}]*\}/g
const STRING = /"(?:[^"\\]|\\.)*"/g
const MEMBER = /"(?:value|level)":("[^"]*"|-?[\d.]+)/g

/** Every figure that the input gives of a subject: its own members, what names it, and the values of what names it. */
function figuresOf({ key, named }: (typeof SUBJECTS)[number], input: string): string[] {
  const own = [...input.matchAll(new RegExp(`"${key}":(-?[\\d.]+)`, 'g'))].map(([, figure]) => figure!)
  const objects = (input.match(INNERMOST) ?? []).filter((object) => named.test(object))
  const members = objects.flatMap((object) => [...object.matchAll(MEMBER)].map(([, value]) => value!))
  const prose = input.split(/(?<=\.)\s/).filter((text) => !text.includes('"'))
  const sentences = prose.concat(input.match(STRING) ?? []).filter((text) => named.test(text))
  return [own, members, sentences].flat().flatMap((text) => text.match(NUMBER) ?? [])
}

/** Returns whether a text shows a value, rounded to the digits that the text gives it. */
export const showsRounded = (shown: string, value: number): boolean =>
  value.toFixed(shown.split('.')[1]?.length ?? 0) === shown

/**
 * Returns the first level that a text gives a subject although the input gives it to another only: a VIX that equals
 * the price of SPY is one of our figures and still wrong. Null where there is none.
 */
export function misplacedFigure(text: string, input: string): { name: string; figure: string } | null {
  for (const subject of SUBJECTS) {
    const stated = [...text.matchAll(statedLevels(subject.prose))].map(([, figure]) => figure!.replaceAll(',', ''))
    if (stated.length === 0) continue
    const given = figuresOf(subject, input)
    const figure = stated.find((each) => !given.some((one) => showsRounded(each, Number(one.replaceAll(',', '')))))
    if (figure !== undefined) return { name: subject.name, figure }
  }
  return null
}
