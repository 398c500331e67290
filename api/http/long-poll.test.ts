import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createClockChanges } from '../../shared/postgres/server/follow-clock.ts'
import { longPoll } from './long-poll.ts'

const request = { raw: { socket: {} } } as FastifyRequest
const reply = { raw: { destroyed: false } } as FastifyReply
const ended = new Error('the pool has ended')

test('a poll whose look fails because the service stops has found nothing', async () => {
  const changes = createClockChanges()
  const look = async () => {
    changes.close()
    throw ended
  }
  expect(await longPoll({ request, reply, changes }, look)).toBeNull()
})

test('a look that fails while the service runs fails its poll', async () => {
  const changes = createClockChanges()
  const look = async () => {
    throw ended
  }
  await expect(longPoll({ request, reply, changes }, look)).rejects.toThrow(ended)
})
