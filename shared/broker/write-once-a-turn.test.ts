import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { writeOnceATurn } from './write-once-a-turn.ts'

/** Records what reaches the system with each call. */
function recordingSocket() {
  const calls: string[] = []
  const socket = new Writable({
    write(chunk: Buffer, _, done) {
      calls.push(chunk.toString())
      done()
    },
    writev(chunks, done) {
      calls.push(chunks.map(({ chunk }) => (chunk as Buffer).toString()).join(''))
      done()
    },
  })
  writeOnceATurn(socket)
  return { socket, calls }
}

test('what is written in one turn leaves in one call and in its order, and the next turn has a call of its own', async () => {
  const { socket, calls } = recordingSocket()
  socket.write('a')
  socket.write('b')
  await Promise.resolve()
  socket.write('c')
  expect(calls).toEqual([])
  await nextTurn()
  expect(calls).toEqual(['abc'])
  socket.write('d')
  await nextTurn()
  expect(calls).toEqual(['abc', 'd'])
})

test('a socket that ends in the turn of a write still sends it', async () => {
  const { socket, calls } = recordingSocket()
  socket.write('a')
  await new Promise<void>((done) => socket.end(done))
  expect(calls).toEqual(['a'])
})
