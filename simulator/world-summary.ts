import { eastern } from '../shared/time/eastern.ts'
import { levelsAt } from './world/levels.ts'
import type { World } from './world/world.ts'

const cents = (value: number): number => Math.round(value * 100) / 100

/** The world at an instant without lags or vendors: for people who want to know what should have been seen. */
export const worldSummary = (world: World, instant: Date) => {
  const moment = world.momentAt(instant)
  const { equity, volatility, credit, rates, macro, dealers } = world.daily(moment.index)
  const levels = levelsAt(world, moment)
  return {
    at: instant.toISOString(),
    eastern: `${eastern(instant).day} ${eastern(instant).time}`,
    session: moment.day,
    minute: moment.minute,
    open: moment.open,
    regime: equity.regime,
    spx: cents(levels.spx),
    spy: cents(levels.spy),
    vix: cents(levels.vix),
    vix9d: cents(levels.vix9d),
    vix3m: cents(levels.vix3m),
    skew: cents(volatility.skew),
    hy_oas: cents(credit.hyOas),
    ig_oas: cents(credit.igOas),
    target_upper: rates.targetUpper,
    dgs2: cents(rates.dgs2),
    dgs10: cents(rates.dgs10),
    t10yie: cents(rates.t10yie),
    dollar: cents(macro.dollar),
    wti: cents(macro.oil),
    dix: Math.round(dealers.dix * 10_000) / 10_000,
    gex: Math.round(dealers.gex),
    tilt: cents(dealers.tilt),
  }
}
