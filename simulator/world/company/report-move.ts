import { uniformOf } from '../random.ts'
import type { Filer } from './filers.ts'

const STREAM = 98

/** One standard deviation of a share's move on the company's report, which its options know. */
export const reportMoveOf = (seed: number, { hash }: Pick<Filer, 'hash'>): number =>
  0.025 + 0.05 * uniformOf(seed, STREAM, hash)
