import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FLOW_VENDOR_NAMES, FLOW_VENDOR_STAND_IN } from './names.ts'
import { namesFlowVendor, scrubBody, scrubText, scrubValue } from './scrub.ts'

const [NAME] = FLOW_VENDOR_NAMES as [string]
const joined = (by: string): string => NAME.split(' ').join(by)
const spelled = (by: string): string => [...NAME.replace(' ', '')].join(by)
const fullWidth = [...joined('')].map((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join('')
const bold = [...joined('')].map((letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97)).join('')
const cyrillic = joined(' ').replaceAll('a', 'а').replaceAll('e', 'е').replaceAll('s', 'ѕ').replaceAll('h', 'һ')

const SPELLINGS: readonly (readonly [what: string, text: string])[] = [
  ['plain', NAME],
  ['capitals', NAME.toUpperCase()],
  ['one word', joined('')],
  ['hyphen', joined('-')],
  ['underscore', joined('_')],
  ['as a host', `https://api.${joined('')}.com/socket?token=a`],
  ['as a handle', `@${joined('_')}`],
  ['percent-encoded', joined('%20')],
  ['an escape of JSON', joined('\\n')],
  ['dots', spelled('.')],
  ['spaces', spelled(' ')],
  ['dots and spaces', spelled('. ')],
  ['zero-width space', spelled('\u200b')],
  ['soft hyphen', spelled('\u00ad')],
  ['bidirectional marks', spelled('\u202e')],
  ['marks above', spelled('\u0301')],
  ['full-width', fullWidth],
  ['mathematical bold', bold],
  ['Cyrillic look-alikes', cyrillic],
  ['digits for letters', NAME.replaceAll('a', '4').replaceAll('e', '3').replaceAll('s', '5')],
]

describe('scrubbing the flow vendor', () => {
  it.each(SPELLINGS)('spelled with %s', (_, spelling) => {
    for (const text of [spelling, `Before ${spelling} after`, `«${spelling}»`]) {
      const clean = scrubText(text)
      expect(clean).toContain(FLOW_VENDOR_STAND_IN)
      expect(namesFlowVendor(clean)).toBe(false)
    }
    expect(scrubText(`Before ${spelling} after`)).toMatch(/^Before .*after$/)
  })

  it.each(FLOW_VENDOR_NAMES)('%s is a name', (name) => {
    expect(namesFlowVendor(name.toUpperCase())).toBe(true)
  })

  it('covers object keys and nested values', () => {
    const clean = JSON.stringify(scrubValue({ [NAME]: [{ a: `x ${NAME}`, n: 1, z: null }] }))
    expect(namesFlowVendor(clean)).toBe(false)
    expect(JSON.parse(clean)).toEqual({ [FLOW_VENDOR_STAND_IN]: [{ a: `x ${FLOW_VENDOR_STAND_IN}`, n: 1, z: null }] })
  })

  it('a body without the name keeps its bytes; one with it stays valid JSON', () => {
    const body = '{"a":1.0, "b":"Рынок – 2 %"}'
    expect(scrubBody(body, true)).toBe(body)
    const [first, second] = NAME.split(' ') as [string, string]
    expect(JSON.parse(scrubBody(JSON.stringify({ a: NAME }), true))).toEqual({ a: FLOW_VENDOR_STAND_IN })
    // Two neighbouring strings are not a name, and must not be joined into one.
    const apart = JSON.stringify([first, second])
    expect(JSON.parse(scrubBody(apart, true))).toEqual([first, second])
  })

  it('does not change text that only resembles a name', () => {
    for (const text of ['unusual volume', 'whales off the coast', 'UW', 'an unusual day in Wales', 'Рынок – 2 %', '']) {
      expect(scrubText(text)).toBe(text)
    }
  })

  it('works with any surroundings and separators, and a second run changes nothing', () => {
    const separator = fc.stringMatching(/^[ ._\-/·\u200b]{0,3}$/)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), separator, fc.string({ unit: 'grapheme' }), (before, by, after) => {
        const clean = scrubText(`${before} ${spelled(by)} ${after}`)
        expect(namesFlowVendor(clean)).toBe(false)
        expect(scrubText(clean)).toBe(clean)
      }),
    )
  })

  it('finishes on hostile text', () => {
    for (const unit of ['a', ' ', 'u', 'u ', 'u%20', 'u\u200b', '((((', 'u. n. ', 'а']) {
      const hostile = `${unit.repeat(Math.ceil(65_536 / unit.length))}!`
      expect(scrubText(hostile)).toBe(hostile)
    }
  })
})
