import { describe } from 'vitest'
import { describeBrokerDeath } from './conformance-broker-death.ts'
import { describeDelivery } from './conformance-delivery.ts'
import { describeFailure } from './conformance-failure.ts'
import { describeLink } from './conformance-link.ts'
import { describeLost } from './conformance-lost.ts'
import { describeOperation } from './conformance-operation.ts'
import { describeOutage } from './conformance-outage.ts'
import { describeRefusal } from './conformance-refusal.ts'
import { describeStanding } from './conformance-standing.ts'
import { describeStrangers } from './conformance-strangers.ts'
import type { TransportFactory } from './world.ts'

/** Checks that every transport of the port must pass; the tests of a transport call this with its factory. */
export function describeBroker(name: string, factory: TransportFactory): void {
  describe(`${name} broker`, () => {
    describe('delivery', () => describeDelivery(factory))
    describe('failure', () => describeFailure(factory))
    describe('lost messages', () => describeLost(factory))
    describe('operation', () => describeOperation(factory))
    describe('outage', () => describeOutage(factory))
    describe('standing', () => describeStanding(factory))
    describe('strangers', () => describeStrangers(factory))
  })
}

/** For a file of its own, run side by side: these tests mostly wait for heartbeats and deadlines. */
export function describeBrokerTrouble(name: string, factory: TransportFactory): void {
  describe.concurrent(`${name} broker in trouble`, () => {
    describeLink(factory)
    describeBrokerDeath(factory)
    describeRefusal(factory)
  })
}
