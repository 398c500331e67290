import type { AgedInput } from '../../shared/domain/contract/aged-input.ts'
import type { InputReading } from '../../shared/domain/contract/signals.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { sessionsOld } from './cite.ts'
import type { MarketInputs } from './market-inputs.ts'

const DATE_CHARS = '2026-11-20'.length

/** Adds to each input its age at the cutoff: a date ages in sessions, a quote in seconds as well. */
export const agedInputs = (
  inputs: readonly InputReading[],
  { cutoff, day }: Pick<MarketInputs, 'cutoff' | 'day'>,
): AgedInput[] =>
  inputs.map((input) => {
    if (input.for.length === DATE_CHARS) {
      return { ...input, age_sessions: sessionsOld(tradingDay(input.for), day), age_seconds: null }
    }
    const at = new Date(input.for)
    const age_seconds = Math.max(0, Math.floor((cutoff.getTime() - at.getTime()) / 1_000))
    return { ...input, age_sessions: sessionsOld(eastern(at).day, day), age_seconds }
  })
