import { TRIPWIRE_RULES_VERSION } from '../../pipeline/tripwires/index.ts'
import type { WireKey, WireMemory } from '../../shared/domain/contract/tripwire.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type TripwiresAnswer, tripwiresDocument } from './tripwires-document.ts'

const DAY = tradingDay('2026-11-20')
const at = (time: string) => instantAt(DAY, time)
const QUOTED = '2026-11-20T10:29:59-05:00'

const quoted = (series: string, value: number) => ({
  series,
  value,
  for: QUOTED,
  known_at: '2026-11-20T10:45:01-05:00',
  source: 'minute',
  quality: 'fresh' as const,
})

const armed: WireMemory = {
  rulesVersion: TRIPWIRE_RULES_VERSION,
  evaluatedThrough: at('10:45'),
  observedAt: new Date(QUOTED),
  met: false,
  episode: null,
  flipped: false,
  heldSince: null,
  firedAt: null,
  firedEpisode: null,
  noData: null,
  reading: null,
}
const vix = (level: number, rearm: number) => ({
  reading: { value: 21.4, level, rearm, observed_at: QUOTED, inputs: [quoted('vix_close', 21.4)] },
})
const memories: Partial<Record<WireKey, WireMemory>> = {
  vix_15: { ...armed, ...vix(15, 15.75) },
  vix_20: {
    ...armed,
    ...vix(20, 19),
    met: true,
    flipped: true,
    episode: 'vix_20:2026-11-20T10:32:00-05:00',
    heldSince: at('10:32'),
  },
  vix_30: { ...armed, ...vix(30, 28) },
  spy_50dma: {
    ...armed,
    met: true,
    flipped: true,
    episode: 'spy_50dma:2026-11-20T09:58:00-05:00',
    heldSince: at('09:58'),
    firedAt: at('10:18'),
    firedEpisode: 'spy_50dma:2026-11-20T09:58:00-05:00',
    reading: {
      value: 661.2,
      level: 664.81,
      rearm: 668.13,
      observed_at: QUOTED,
      inputs: [quoted('spy_close', 661.2)],
    },
  },
}

export const EXAMPLE_TRIPWIRES: TripwiresAnswer = tripwiresDocument(
  {
    memories,
    budget: { day: DAY, used: 1, lastGrantedAt: at('10:18') },
    fires: [
      {
        source: 'wire',
        subject: 'spy_50dma',
        cause: 'SPY below its 50-day average: 661.4 against 664.81, held for 20 minutes',
        at: at('10:18'),
        outcome: 'granted',
        reason: null,
      },
    ],
    minutes: { observed: 74, missing: 1, newest: at('10:45'), newestReason: null },
  },
  at('10:45:02'),
  null,
)
