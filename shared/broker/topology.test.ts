import { describe, expect, it, test } from 'vitest'
import type { MessageType } from '../domain/contract/messages.ts'
import { SOURCES } from '../domain/market/source-id.ts'
import { boundStages, holdingStages, routingKey, STAGES, type StageName, stagesFor } from './topology.ts'

/**
 * A message without a stage is an error of the broker; a message that a stage no longer binds is work that is never
 * done.
 */
const STARTS: Readonly<Record<Exclude<MessageType, 'source.requested'>, readonly StageName[]>> = {
  'cycle.ready': ['signals'],
  'day.due': ['signals'],
  'signals.computed': ['report', 'alerts', 'tripwires'],
  'minute.collected': ['tripwires'],
  'day.computed': ['alerts', 'risk', 'grading', 'company'],
  'evening.due': ['risk'],
  'portfolio.due': ['portfolio'],
  'settlement.due': ['settlement'],
  'expiry.due': ['settlement'],
  'liquidation.due': ['settlement'],
  'maintenance.due': ['settlement'],
  'corporate-action.due': ['settlement'],
  'borrow-fee.due': ['settlement'],
  'webhook.due': ['webhooks'],
  'ai1.due': ['ai1'],
  'ai2.due': ['ai2'],
  'screener.due': ['screener'],
  'screener.batch': ['screener'],
  'screener.scanned': ['screener'],
  'screener.entries': ['screener'],
  'house.due': ['house'],
  'house.order': ['house'],
  'company.due': ['company'],
  'history.filled': ['alerts', 'company'],
  'verdicts.filled': ['grading'],
}

describe('the stages that a message starts', () => {
  it.each(Object.entries(STARTS) as [MessageType, readonly StageName[]][])('%s starts %j', (type, stages) => {
    expect(stagesFor(routingKey({ type, payload: {} }))).toEqual(stages)
  })

  it.each(SOURCES)('a request of %s starts the ingest of that source alone', (source) => {
    expect(stagesFor(routingKey({ type: 'source.requested', payload: { source } }))).toEqual([`ingest-${source}`])
  })
})

test('a clock waits for every stage of a message except those that call external systems', () => {
  expect(holdingStages({ type: 'day.computed', payload: {} })).toEqual(STARTS['day.computed'])
  expect(holdingStages({ type: 'webhook.due', payload: {} })).toEqual([])
})

test('a stage that binds to no key is one that has a queue, and an absent one has none', () => {
  expect(boundStages({ report: ['a'], signals: [] })).toEqual(['signals', 'report'])
  expect(stagesFor('a', { report: ['a', 'b'], alerts: ['b'] })).toEqual(['report'])
  expect(STAGES).toHaveLength(SOURCES.length + 14)
})
