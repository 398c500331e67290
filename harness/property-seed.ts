import type { Reporter } from 'vitest/node'

/** Names the seed of a run before its tests, so that a run that ends in the middle can be repeated as well. */
export class PropertySeed implements Reporter {
  onInit(): void {
    process.stdout.write(`properties are drawn with PROPERTY_SEED=${process.env.PROPERTY_SEED}\n`)
  }
}
