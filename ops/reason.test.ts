import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../shared/errors.ts'
import { reasonOf } from './reason.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reason-'))
  await writeFile(join(folder, 'file'), '')
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['a missing folder', 'absent/card.json', 'no such file or folder'],
  ['a file as a folder', 'file/card.json', 'a part of its path is a file, not a folder'],
  ['a folder as a file', '', 'it is a folder, not a file'],
])('%s is named with its problem', async (_what, name, problem) => {
  const path = join(folder, name)
  const error = await writeFile(path, '').catch((thrown: unknown) => thrown)
  expect(reasonOf(error)).toBe(`${path}: ${problem}`)
})

test('an error of our own and one with an unknown code keep their message', () => {
  expect(reasonOf(new AppError('invalid', '--account must be a number above 0'))).toBe(
    '--account must be a number above 0',
  )
  expect(reasonOf(Object.assign(new Error('odd'), { code: 'EODD', path: '/a' }))).toBe('odd')
})

test('a refusal caused by a file describes what is wrong with the file', async () => {
  const cause = await writeFile(join(folder, 'absent/out'), '').catch((thrown: unknown) => thrown)
  const refused = (message: string) => reasonOf(new AppError('invalid', message, { cause }))
  expect(refused('--input: x cannot be read')).toBe('--input: x cannot be read: no such file or folder')
  expect(refused('x cannot be written (ENOENT)')).toBe('x cannot be written: no such file or folder')
})
