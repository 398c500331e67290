import { describe } from 'vitest'
import { describeBrokerDeath } from './conformance-broker-death.ts'
import { describeDelivery } from './conformance-delivery.ts'
import { describeFailure } from './conformance-failure.ts'
import { describeLink } from './conformance-link.ts'
import { describeOperation } from './conformance-operation.ts'
import { describeRefusal } from './conformance-refusal.ts'
import type { TransportFactory } from './world.ts'

/** What every transport behind the port must do; a new one is called here with its own factory. */
export function describeBroker(name: string, factory: TransportFactory): void {
  describe(`${name} broker`, () => {
    describe('delivery', () => describeDelivery(factory))
    describe('failure', () => describeFailure(factory))
    describe('operation', () => describeOperation(factory))
  })
}

/** In a file of its own, and side by side: these mostly wait for heartbeats and deadlines to pass. */
export function describeBrokerTrouble(name: string, factory: TransportFactory): void {
  describe.concurrent(`${name} broker in trouble`, () => {
    describeLink(factory)
    describeBrokerDeath(factory)
    describeRefusal(factory)
  })
}
