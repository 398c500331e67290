import { expect, test } from 'vitest'
import { readConfig } from '../shared/config.ts'
import { levelOfStart } from './log-level.ts'

const levelWith = (variables: NodeJS.ProcessEnv) => levelOfStart(readConfig(variables), variables)

test('npm start logs warnings unless LOG_LEVEL is given, and then what it asks for', () => {
  expect(levelWith({})).toBe('warn')
  expect(levelWith({ LOG_LEVEL: '' })).toBe('warn')
  expect(['info', 'error', 'debug'].map((LOG_LEVEL) => levelWith({ LOG_LEVEL }))).toEqual(['info', 'error', 'debug'])
})
