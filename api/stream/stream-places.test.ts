import { expect, test } from 'vitest'
import { addressKey } from '../../shared/caller-address.ts'
import { DEFAULT_LIMITS } from '../http/limits.ts'
import { StreamPlaces } from './stream-places.ts'

const placesOf = (connectionsMax: number) =>
  new StreamPlaces({ ...DEFAULT_LIMITS.streams, connectionsMax, ofCallerMax: connectionsMax })

test('a crowd without tokens leaves a tenth of the places to accounts, and gets its own back', () => {
  const places = placesOf(20)
  const left = Array.from({ length: 18 }, (_, at) => places.take(addressKey(`10.0.0.${at}`)))
  expect(() => places.take(addressKey('10.0.1.1'))).toThrow('as many open streams')
  places.take('account/1')
  places.take('account/2')
  expect(() => places.take('account/3')).toThrow('as many open streams')
  left[0]!()
  places.take(addressKey('10.0.1.1'))
  expect(places.taken).toBe(20)
})

const TOO_MANY = expect.objectContaining({ body: expect.objectContaining({ code: 'too_many_streams' }) })

test('a caller has a part of the places, and each stream that ends gives one back', () => {
  const places = new StreamPlaces({ ...DEFAULT_LIMITS.streams, connectionsMax: 100, ofCallerMax: 2 })
  const [first] = [places.take('account/1'), places.take('account/1')]
  expect(() => places.take('account/1')).toThrow(TOO_MANY)
  places.take('account/2')
  first!()
  places.requireOne('account/1')
  places.take('account/1')
  expect(() => places.requireOne('account/1')).toThrow(TOO_MANY)
  expect(places.taken).toBe(3)
})
