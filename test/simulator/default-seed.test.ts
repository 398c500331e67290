import { expect, test } from 'vitest'
import { ConfigSchema } from '../../shared/config.ts'
import { DEFAULT_SEED } from '../../simulator/server.ts'

test('npm start and npm run simulator have the same world by default', () => {
  expect(ConfigSchema.parse({}).SIMULATOR_SEED).toBe(DEFAULT_SEED)
})
