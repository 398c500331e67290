import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeSocketFolder } from './socket-folder.ts'

async function dataFolder(...below: string[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'market-socket-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const folder = join(root, ...below)
  await mkdir(folder, { recursive: true })
  return folder
}

test('the folder of the socket is empty, also after a server that was killed', async () => {
  const data = await dataFolder()
  const folder = await makeSocketFolder(data)
  expect(folder).toBe(join(data, 'socket'))
  await writeFile(join(folder!, '.s.PGSQL.5432.lock'), '1\n')
  expect(await makeSocketFolder(data)).toBe(folder)
  expect(await readdir(folder!)).toEqual([])
})

test('there is no socket where its path would be too long for an address', async () => {
  const data = await dataFolder('a'.repeat(60), 'b'.repeat(60))
  expect(await makeSocketFolder(data)).toBeNull()
})
