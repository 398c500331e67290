import pg from 'pg'
import { expect, test } from 'vitest'
import { preparedClient } from './prepared-client.ts'

/** Takes the place of the driver's client and records what it is told to send. */
function recording() {
  const sent: unknown[][] = []
  class Recording extends pg.Client {
    override query(...args: unknown[]): never {
      sent.push(args)
      return undefined as never
    }
  }
  const Client = preparedClient(Recording as unknown as typeof pg.Client)
  return { client: new Client(), sent }
}

test('a statement with parameters is prepared under the name of its text, and others are sent as they are', () => {
  const { client, sent } = recording()
  void client.query('select $1', ['a'])
  void client.query('select $1', ['b'])
  void client.query('select $1, $2', ['a', 'b'])
  void client.query('begin')
  const names = sent.map(([query]) => (query as { name?: string }).name)
  expect(names[0]).toMatch(/^[0-9a-f]{40}$/)
  expect(names[1]).toBe(names[0])
  expect(names[2]).not.toBe(names[0])
  expect(sent[1]![0]).toEqual({ name: names[0], text: 'select $1', values: ['b'] })
  expect(sent[3]).toEqual(['begin'])
})

test('a fetch is prepared although it has no parameters, and several statements at once are not', () => {
  const { client, sent } = recording()
  void client.query("\n  WITH next AS (select 1 where 'alerts' = 'alerts') select * from next", [])
  void client.query('with gone as (select 1) select * from gone; commit')
  void client.query('select 1', [])
  expect(sent[0]![0]).toMatchObject({ name: expect.stringMatching(/^[0-9a-f]{40}$/), values: [] })
  expect(sent[1]).toEqual(['with gone as (select 1) select * from gone; commit'])
  expect(sent[2]).toEqual(['select 1', []])
})

test('texts beyond the bound are sent unprepared', () => {
  const { client, sent } = recording()
  for (let at = 0; at <= 500; at++) void client.query(`select $1, ${at}`, [at])
  expect(sent[499]![0]).toHaveProperty('name')
  expect(sent[500]).toEqual(['select $1, 500', [500]])
})
