import { describe } from 'vitest'
import { describeDelivery } from './conformance-delivery.ts'
import { describeFailure } from './conformance-failure.ts'
import { describeOperation } from './conformance-operation.ts'
import type { TransportFactory } from './world.ts'

/** What every transport behind the port must do; a new one is called here with its own factory. */
export function describeBroker(name: string, factory: TransportFactory): void {
  describe(`${name} broker`, () => {
    describe('delivery', () => describeDelivery(factory))
    describe('failure', () => describeFailure(factory))
    describe('operation', () => describeOperation(factory))
  })
}
