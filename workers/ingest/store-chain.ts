import { analyseChain, type KnownRate } from '../../pipeline/gamma/analyse-chain.ts'
import { rateFromFedFunds } from '../../pipeline/gamma/interest-rate.ts'
import type { GammaSign } from '../../shared/domain/contract/gamma.ts'
import type { Origin } from '../../shared/domain/market/observation.ts'
import type { OptionChain } from '../../shared/domain/market/option-chain.ts'
import { saveChain } from '../../shared/postgres/market/chains.ts'
import { saveObservations, seriesAsKnown } from '../../shared/postgres/market/observations.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { sessionOn } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { addDays } from '../../shared/time/trading-day.ts'

/** The feed is 15 minutes late, so a chain fetched after this long past the close is the closing one. */
const CLOSING_CHAIN_WITHIN_MS = 5 * 60_000
/** An older rate is not used: it may belong to another policy. */
const RATE_AGE_DAYS_MAX = 35

/** The numbers by which the series `gex_own_sign` writes a sign. */
const SIGN_VALUES: Record<GammaSign, number> = { positive: 1, uncertain: 0, negative: -1 }

/** Stores a chain with its analysis, and from a closing chain the day's own net gamma; returns how many were new. */
export async function storeChain(
  tx: Tx,
  chain: OptionChain,
  { at, source, origin }: { at: Date; source: string; origin: Origin },
): Promise<number> {
  const analysis = analyseChain(chain, await rateKnown(tx, at))
  const netGamma = analysis.net_gamma_usd_per_pct
  const reading = {
    netGamma,
    netGammaWithoutToday: analysis.without_today ? (analysis.without_today.net_gamma_usd_per_pct ?? null) : netGamma,
    callWall: analysis.call_wall,
    putWall: analysis.put_wall,
    contractsUsed: analysis.contracts.used,
    zeroGamma: analysis.zero_gamma,
    maxPain: analysis.max_pain,
    method: analysis.method,
    document: JSON.stringify(analysis),
  }
  const id = await saveChain(tx, chain, reading, { at, source, origin })
  if (id === null) return 0
  const day = eastern(chain.quotedAt).day
  const close = sessionOn(day)?.close
  if (close && netGamma !== null && chain.quotedAt.getTime() >= close.getTime() - CLOSING_CHAIN_WITHIN_MS) {
    const sign = analysis.sign ? SIGN_VALUES[analysis.sign] : 0
    const known = { day, knownAt: at, source, origin }
    await saveObservations(tx, [
      { ...known, series: 'gex_own', value: netGamma },
      { ...known, series: 'gex_own_sign', value: sign },
    ])
  }
  return 1
}

/**
 * The overnight rate as it was known, which pricing options needs. A rate fetched at the same instant does not count,
 * because it arrives before or after the chain by chance.
 */
export async function rateKnown(tx: Tx, at: Date): Promise<KnownRate> {
  const { day } = eastern(at)
  const { dff = [] } = await seriesAsKnown(tx, {
    series: ['dff'],
    from: addDays(day, -RATE_AGE_DAYS_MAX),
    upTo: day,
    knownBy: new Date(at.getTime() - 1),
  })
  return rateFromFedFunds(dff.at(-1) ?? null)
}
