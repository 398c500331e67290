import { expect, test } from 'vitest'
import { frameOf } from './frame.ts'

const texts = (...given: Parameters<typeof frameOf>) => {
  const { sse, text } = frameOf(...given)
  return [sse.toString(), text]
}

test('an event of a log carries its id in both protocols', () => {
  expect(texts('alert', 0, { a: 'one\ntwo' })).toEqual([
    'event: alert\nid: 0\ndata: {"a":"one\\ntwo"}\n\n',
    '{"type":"alert","id":"0","data":{"a":"one\\ntwo"}}',
  ])
})

test('a message without an id leaves the last one of the client alone', () => {
  expect(texts('ping', null, {})).toEqual(['event: ping\ndata: {}\n\n', '{"type":"ping","id":null,"data":{}}'])
})

test('only an event stream is told when to reconnect, even if that is at once', () => {
  expect(texts('bye', null, {}, 0)).toEqual([
    'event: bye\nretry: 0\ndata: {}\n\n',
    '{"type":"bye","id":null,"data":{}}',
  ])
})
