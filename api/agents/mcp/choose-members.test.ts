import { expect, test } from 'vitest'
import { choose, chooseEach, pluck, shortenEach } from './choose-members.ts'
import { isDocument } from './service-call.ts'

test('a document is an object, no list and no value', () => {
  expect([{}, { a: 1 }, [], null, 'a', 1, undefined].map(isDocument)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})

test('members are taken in the order named, also null ones, and missing ones are left out', () => {
  expect(Object.entries(choose({ a: 1, b: null, c: 3 }, ['c', 'b', 'd']))).toEqual([
    ['c', 3],
    ['b', null],
  ])
})

test('each document of a list is shortened, and other entries are left out', () => {
  expect(chooseEach([{ a: 1, b: 2 }, 'text', null, [{ a: 1 }]], ['a'])).toEqual([{ a: 1 }])
  expect(chooseEach({ a: 1 }, ['a'])).toEqual([])
  expect(shortenEach(undefined, (entry) => entry)).toEqual([])
})

test('of a record the one member of each entry that has it is taken', () => {
  expect(pluck({ vix: { level: 'neutral' }, dix: { level: null }, gex: {}, note: 'text' }, 'level')).toEqual({
    vix: 'neutral',
    dix: null,
  })
  expect(pluck([{ level: 'neutral' }], 'level')).toEqual({})
  expect(pluck(undefined, 'level')).toEqual({})
})
