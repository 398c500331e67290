import { expect, test } from 'vitest'
import { createSubscriptions } from './stream-subscriptions.ts'

const letters = (text: string): string[] => text.split('')

test('the most wanted that have a place; who has one keeps it while it is wanted', () => {
  const subscriptions = createSubscriptions(3)
  subscriptions.want(letters('ABCD'))
  expect(subscriptions.change()).toEqual({ add: letters('ABC'), drop: [] })
  subscriptions.want(letters('DCBA'))
  expect(subscriptions.change()).toEqual({ add: [], drop: [] })
  subscriptions.want(letters('DCA'))
  expect(subscriptions.change()).toEqual({ add: ['D'], drop: ['B'] })
})

test('refused: half as many, but never fewer than are sent; and in the end none', () => {
  const subscriptions = createSubscriptions(8)
  subscriptions.want(letters('ABCDEFGH'))
  subscriptions.change()
  expect(subscriptions.refused()).toBe(4)
  expect(subscriptions.change().add).toEqual(letters('ABCD'))
  subscriptions.confirm(letters('ABCD'))
  subscriptions.want(letters('ABCDE'))
  expect(subscriptions.change()).toEqual({ add: [], drop: [] })
  const fresh = createSubscriptions(1)
  fresh.want(['A'])
  fresh.change()
  expect(fresh.refused()).toBeNull()
})

test('a new connection is asked for everything again', () => {
  const subscriptions = createSubscriptions(2)
  subscriptions.want(letters('AB'))
  subscriptions.change()
  subscriptions.confirm(letters('AB'))
  subscriptions.forget()
  expect(subscriptions.isSent()).toBe(false)
  expect(subscriptions.change()).toEqual({ add: letters('AB'), drop: [] })
})

test('a refusal never leaves fewer places than the vendor sends already', () => {
  const subscriptions = createSubscriptions(8)
  subscriptions.want(letters('ABCDE'))
  subscriptions.change()
  subscriptions.confirm(letters('ABCDE'))
  subscriptions.want(letters('ABCDEFGH'))
  expect(subscriptions.change().add).toEqual(letters('FGH'))
  expect(subscriptions.refused()).toBe(5)
  expect(subscriptions.change()).toEqual({ add: [], drop: [] })
  expect(subscriptions.sent()).toBe(5)
})

test('a refusal of what is sent already, or of nothing, leaves the places as they are', () => {
  const subscriptions = createSubscriptions(8)
  expect(subscriptions.refused()).toBeNull()
  subscriptions.want(letters('AB'))
  subscriptions.change()
  subscriptions.confirm(letters('AB'))
  expect(subscriptions.refused()).toBeNull()
  subscriptions.want(letters('ABCDEFGH'))
  expect(subscriptions.change().add).toEqual(letters('CDEFGH'))
})
