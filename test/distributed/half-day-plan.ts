import { INGEST_STAGES, STAGES, type StageName } from '../../shared/broker/topology.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { cycleDeaths, type Phase } from './deaths.ts'

/** RabbitMQ is killed before this slot: the slot fires, and its messages wait in the outbox. */
export const BROKER_DIES_BEFORE = '12:15'
/** A half-day session, with 16 cycles: one each quarter of an hour, and one for the close. */
export const DAY = tradingDay('2026-11-27')
export const at = (time: string) => instantAt(DAY, time)
const QUARTERS = Array.from({ length: 15 }, (_, i) => {
  const minute = 9 * 60 + 30 + 15 * i
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
})
export const TIMES = [...QUARTERS, '13:20']
export const STEPS = QUARTERS.length - 1
export const LONG = process.env.LONG !== undefined
/**
 * Sources of every cycle. In the slots of DEADLY, processes die with a message in hand: at 11:30 FRED is due too, and
 * every slot is also a minute of the one-minute feed.
 */
const EVERY_CYCLE = ['ingest-market', 'ingest-options', 'ingest-minute'] as const
const DUE: readonly StageName[] = ['ingest-fred', ...EVERY_CYCLE]
export const DEADLY: Record<string, readonly Phase[]> = {
  '11:30': cycleDeaths(DUE, { long: LONG }),
  ...(LONG
    ? {
        '10:00': cycleDeaths(EVERY_CYCLE, { long: LONG }),
        '12:45': cycleDeaths(EVERY_CYCLE, { long: LONG }),
        '13:22': [{ table: 'signals_daily', holding: ['signals'], also: [] }],
        '18:15': [{ table: 'source_runs', holding: ['ingest-darkpool'], also: [] }],
      }
    : {}),
}
export const AFTER_CLOSE = LONG ? ['13:22', '13:35', '17:15', '18:15', '18:30', '19:15', '19:45', '20:00'] : ['13:22']
export const COPIES = 2
export const WORKERS = ['scheduler', ...STAGES]
/**
 * If a source is not due, its process has no sister to share the work with, so a short run has only one such source.
 */
export const copiesOf = (service: string): number =>
  !LONG && INGEST_STAGES.some((stage) => stage === service && !DUE.includes(stage)) ? 1 : COPIES
export const FLEET = ['api', ...WORKERS].flatMap((service) => Array<string>(copiesOf(service)).fill(service))
