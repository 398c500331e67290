import { expect, test } from 'vitest'
import { opsProgram } from './program.ts'

const names = async (name?: string): Promise<string[]> =>
  (await opsProgram({}, () => {}, name)).commands.map((command) => command.name())

test('given its name, each command is there alone', async () => {
  const all = await names()
  expect(all.length).toBeGreaterThan(20)
  for (const name of all) expect(await names(name)).toEqual([name])
})

test.each(['--help', 'no-such-command', '', 'constructor'])('given %j, all commands are there', async (name) => {
  expect(await names(name)).toEqual(await names())
})
