import type { Config } from '../shared/config.ts'

/** The banner is for people, so `npm start` omits lines of level info unless LOG_LEVEL includes them. */
export const levelOfStart = (
  { LOG_LEVEL: level }: Pick<Config, 'LOG_LEVEL'>,
  { LOG_LEVEL: given = '' }: NodeJS.ProcessEnv,
): Config['LOG_LEVEL'] => (given === '' ? 'warn' : level)
