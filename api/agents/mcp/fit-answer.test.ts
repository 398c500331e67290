import { describe, expect, test } from 'vitest'
import { fitAnswer } from './fit-answer.ts'

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
