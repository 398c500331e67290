import { expect, test } from 'vitest'
import { isTooOld, withHeartbeat } from './rabbitmq-connect.ts'
import { refusalOf } from './rabbitmq-servers.ts'

test('a server that vanishes is noticed within seconds, unless its URL says otherwise', () => {
  expect(withHeartbeat('amqp://a:b@rabbit:5672/vhost?frameMax=8192')).toBe(
    'amqp://a:b@rabbit:5672/vhost?frameMax=8192&heartbeat=5',
  )
  expect(withHeartbeat('amqp://rabbit/?heartbeat=30')).toBe('amqp://rabbit/?heartbeat=30')
})

test.each([
  ['3.9.29', true],
  ['3.10.0', false],
  ['3.13.7', false],
  ['4.0.5', false],
  ['2.13.0', true],
  ['', false],
  ['0.9.1', true],
  ['latest', false],
])('a server of version %j is refused: %s', (version, expected) => {
  expect(isTooOld(version)).toBe(expected)
})

test('a broker that closes the connection to a virtual host refuses it, in words and with the way out', () => {
  const closed = new Error('Expected ConnectionOpenOk; got <ConnectionClose channel:0>')
  expect(refusalOf(closed)).toBe(
    'the virtual host does not exist, or this user may not enter it; give a user with configure, write and read rights on this virtual host',
  )
  expect(refusalOf(new Error('connect ECONNREFUSED 127.0.0.1:1'))).toBeNull()
})
