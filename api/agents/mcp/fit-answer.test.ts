import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { fitAnswer } from './fit-answer.ts'

const MORE = 'ask for less'

describe('an answer whose empty lists are still too long', () => {
  const long = { id: 't', note: 'x'.repeat(330), other: 'y'.repeat(300), list: ['z'.repeat(50)] }

  test('keeps its first members, and names those that are left out', () => {
    const fitted = fitAnswer(long, 500, 'ask for less')
    expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(500)
    expect(fitted).toMatchObject({ id: 't', note: long.note, list: [], left_out: ['other'] })
  })

  test('keeps what there is room for of a large member, and names the rest of it', () => {
    const section = {
      section: 'regime',
      regime: { label: 'RISK-ON', days: 12, text: 'x'.repeat(600), since: '2026-11-02' },
    }
    const fitted = fitAnswer(section, 500, 'ask for less')
    expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(500)
    expect(fitted).toMatchObject({
      section: 'regime',
      regime: { label: 'RISK-ON', days: 12, since: '2026-11-02' },
      left_out: ['regime.text'],
    })
  })

  test('counts those that are left out where their names take too much', () => {
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`member_with_a_name_${at}`, 'x'.repeat(480)]),
    )
    const fitted = fitAnswer({ id: 't', ...many }, 500, 'ask for less')
    expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(500)
    expect(fitted).toMatchObject({ id: 't', left_out: 40 })
  })
})

describe('an answer with long lists', () => {
  const bytesOf = (document: object) => Buffer.byteLength(JSON.stringify(document))
  const document = { id: 't', short: ['a', 'b'], long: ['c'.repeat(40), 'd'.repeat(40), 'e'.repeat(40)] }

  test('is whole up to exactly its bytes', () => {
    expect(fitAnswer(document, bytesOf(document), MORE)).toBe(document)
    expect(fitAnswer(document, bytesOf(document) - 1, MORE)).not.toBe(document)
  })

  test('loses the last entries of the longest list first, and reports only lists that lost some', () => {
    const fitted = { ...document, long: [document.long[0]!], shortened: { long: { shown: 1, of: 3 } }, more: MORE }
    expect(fitAnswer(document, bytesOf(fitted), MORE)).toEqual(fitted)
    expect(fitAnswer(document, bytesOf(document) - 1, MORE)).toEqual(fitted)
    expect(fitAnswer(document, bytesOf(fitted) - 1, MORE)).toMatchObject({ short: ['a', 'b'], long: [] })
  })

  test('loses entries of each list in turn where that makes both equally long', () => {
    const even = { a: ['x'.repeat(50), 'x'.repeat(50)], b: ['y'.repeat(49), 'y'.repeat(49)] }
    const fitted = {
      a: even.a.slice(0, 1),
      b: even.b.slice(0, 1),
      shortened: { a: { shown: 1, of: 2 }, b: { shown: 1, of: 2 } },
      more: MORE,
    }
    expect(fitAnswer(even, bytesOf(fitted), MORE)).toEqual(fitted)
  })

  test('keeps a first member that needs exactly the room there is', () => {
    const members = { id: 't', note: 'x'.repeat(100), other: 'y'.repeat(200) }
    const fitted = { id: 't', note: members.note, shortened: {}, more: MORE, left_out: ['other'] }
    expect(fitAnswer(members, bytesOf(fitted), MORE)).toEqual(fitted)
  })
})

/** Leaves out one entry after the other and writes the whole answer each time. */
function fittedOneByOne(document: Record<string, unknown[] | string>, bytesMax: number) {
  const shown = new Map(
    Object.entries(document).flatMap(([name, value]) => (Array.isArray(value) ? [[name, value.length]] : [])),
  )
  const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
  for (;;) {
    const parts = Object.fromEntries([...shown].map(([name, count]) => [name, document[name]!.slice(0, count)]))
    const short = [...shown].filter(([name, count]) => count < document[name]!.length)
    const shortened = Object.fromEntries(
      short.map(([name, count]) => [name, { shown: count, of: document[name]!.length }]),
    )
    const answer = { ...document, ...parts, shortened, more: MORE }
    const [longest] = [...shown].filter(([, count]) => count > 0).sort(([a], [b]) => bytes(parts[b]) - bytes(parts[a]))
    if (bytes(answer) <= bytesMax) return answer
    if (!longest) return null
    shown.set(longest[0], longest[1] - 1)
  }
}

test('the same entries remain as if one after the other were left out', () => {
  const entry = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.integer(),
    fc.record({ a: fc.integer(), b: fc.string() }),
  )
  const documents = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'ä'),
    fc.oneof(fc.array(entry, { maxLength: 30 }), fc.string()),
  )
  fc.assert(
    fc.property(documents, fc.integer({ min: 60, max: 900 }), (document, bytesMax) => {
      const wanted = fittedOneByOne(document, bytesMax)
      if (wanted === null || Buffer.byteLength(JSON.stringify(document)) <= bytesMax) return
      expect(fitAnswer(document as never, bytesMax, MORE)).toEqual(wanted)
    }),
  )
})

test('an entry that is left out is not written again for each other one', () => {
  const document = { bars: Array.from({ length: 1_000 }, (_, at) => ({ at, open: 1, high: 2, low: 3, close: 4 })) }
  const write = JSON.stringify
  const whole = write(document).length
  let written = 0
  const spy = vi.spyOn(JSON, 'stringify').mockImplementation((value: unknown) => {
    const text = write(value)
    written += text.length
    return text
  })
  fitAnswer(document, 1_000, MORE)
  spy.mockRestore()
  expect(written).toBeLessThan(5 * whole)
})
