import { expect, test } from 'vitest'
import { createSubscriptions } from './stream-subscriptions.ts'

const letters = (text: string): string[] => text.split('')

test('the most wanted symbols get the places, and keep them while they are wanted', () => {
  const subscriptions = createSubscriptions(3)
  subscriptions.want(letters('ABCD'))
  expect(subscriptions.change()).toEqual({ add: letters('ABC'), drop: [] })
  subscriptions.want(letters('DCBA'))
  expect(subscriptions.change()).toEqual({ add: [], drop: [] })
  subscriptions.want(letters('DCA'))
  expect(subscriptions.change()).toEqual({ add: ['D'], drop: ['B'] })
})

test('a refusal halves the limit, but not below the confirmed symbols', () => {
  const subscriptions = createSubscriptions(8)
  subscriptions.want(letters('ABCDEFGH'))
  subscriptions.change()
  expect(subscriptions.lowerLimit()).toBe(4)
  expect(subscriptions.change().add).toEqual(letters('ABCD'))
  subscriptions.confirm(letters('ABCD'))
  subscriptions.want(letters('ABCDE'))
  expect(subscriptions.change()).toEqual({ add: [], drop: [] })
  const fresh = createSubscriptions(1)
  fresh.want(['A'])
  fresh.change()
  expect(fresh.lowerLimit()).toBeNull()
})

test('all symbols are requested again on a new connection', () => {
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
  expect(subscriptions.lowerLimit()).toBe(5)
  expect(subscriptions.change()).toEqual({ add: [], drop: [] })
  expect(subscriptions.sent()).toBe(5)
})

test('a refusal of what is sent already, or of nothing, leaves the places as they are', () => {
  const subscriptions = createSubscriptions(8)
  expect(subscriptions.lowerLimit()).toBeNull()
  subscriptions.want(letters('AB'))
  subscriptions.change()
  subscriptions.confirm(letters('AB'))
  expect(subscriptions.lowerLimit()).toBeNull()
  subscriptions.want(letters('ABCDEFGH'))
  expect(subscriptions.change().add).toEqual(letters('CDEFGH'))
})

test('half of an odd number of places is rounded down, and one confirmed symbol is a subscription', () => {
  const subscriptions = createSubscriptions(5)
  subscriptions.want(letters('ABCDE'))
  subscriptions.change()
  expect(subscriptions.lowerLimit()).toBe(2)
  subscriptions.confirm(['A'])
  expect(subscriptions.isSent()).toBe(true)
})
