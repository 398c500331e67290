import fc from 'fast-check'

/**
 * Property tests draw the same cases at every run of `npm test`, so that it says the same of the same tree; `npm run
 * test:long` explores.
 */
const SEED = 20_261_121

if (!process.env.LONG) fc.configureGlobal({ seed: SEED })
