import { describe, expect, it, test } from 'vitest'
import { contentName, isTooDeep, messageIdOf } from './body.ts'

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

describe('messageIdOf', () => {
  it.each([
    ['signals:a#1', true],
    [`signals:${'a'.repeat(190)}#1`, true],
    [`signals:${'a'.repeat(300)}#1`, false],
    ['', false],
    ['signals:a\0#1', false],
    ['signals:a\u007f#1', false],
    // RabbitMQ counts bytes, and allows 255.
    [`signals:${'é'.repeat(150)}#1`, false],
    ['signals:\ud800#1', false],
    [7, false],
  ])('%j can be an id: %s', (id, isOne) => expect(messageIdOf({ id })).toBe(isOne ? id : null))

  it.each([null, 'text', [], { other: 1 }])('%j has no id', (body) => expect(messageIdOf(body)).toBeNull())
})

test.each([
  [nested(3), false],
  [nested(101), false],
  [nested(102), true],
  [JSON.parse(`${'['.repeat(101)}1${']'.repeat(101)}`), true],
  [{ a: nested(1_000_000) }, true],
  ['text', false],
  [null, false],
])('a body is too deep when a value lies more than a hundred levels below it (case %#)', (body, isDeep) =>
  expect(isTooDeep(body)).toBe(isDeep),
)

test('a letter is named by its content, without regard to the order of keys', () => {
  expect(contentName({ a: 1, b: { c: 2, d: [3, 4] } })).toBe(contentName({ b: { d: [3, 4], c: 2 }, a: 1 }))
  expect(contentName({ a: [1, 2] })).not.toBe(contentName({ a: [2, 1] }))
  expect(contentName({ id: 'test:a#1', payload: 1 })).not.toBe(contentName({ id: 'test:a#1', payload: 2 }))
})
