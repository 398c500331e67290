import { expect, test } from 'vitest'
import type { AlertId } from '../../shared/domain/contract/alert.ts'
import type { ScenarioName } from '../../shared/domain/scenario.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { labelsOf, type Told } from './labels.ts'

const STRESSED = ['PANIC', 'RISK-OFF']
const FEAR: readonly AlertId[] = ['VIX_BACKWARDATION', 'GEX_NEGATIVE', 'BREADTH_COLLAPSE', 'HY_OAS_WIDENING']
/** Enough for a fall and most of what follows it. */
const SESSIONS = 60

const told = new Map<string, Told>()
/** The rows of the engine from the first changed session on. */
function changed(seed: number, name: ScenarioName) {
  const key = `${seed} ${name}`
  const { days, alerts, yieldSteps, first } = told.get(key) ?? labelsOf(seed, name, SESSIONS)
  told.set(key, { days, alerts, yieldSteps, first })
  return {
    first,
    yieldSteps: yieldSteps.filter((day) => day >= first),
    rows: days.map(({ row }) => row).filter(({ tradeDate }) => tradeDate >= first),
    alerts: alerts.filter(({ day }) => day >= first),
  }
}
const labels = (seed: number, name: ScenarioName) => changed(seed, name).rows.map(({ regime }) => regime)
const isStressed = (label: string | null) => label !== null && STRESSED.includes(label)

test.each([1316, 11])('a crash is PANIC at its first close and over within sixty sessions, seed %i', (seed) => {
  const through = labels(seed, 'crash')
  expect(through.slice(0, 2)).toEqual(['PANIC', 'PANIC'])
  expect(through.at(-1)).not.toBe('PANIC')
})

test('a rebound after a crash does not stay RISK-OFF for half a year', () => {
  const { days, first } = labelsOf(1316, 'crash', 126)
  expect(days.some(({ row }) => row.tradeDate >= first && row.regime !== null && !isStressed(row.regime))).toBe(true)
})

test.each([1316, 11])('a correction is RISK-OFF within ten sessions, seed %i', (seed) => {
  expect(labels(seed, 'correction').slice(0, 10)).toContain('RISK-OFF')
})

/** Seed 42 is in the middle of a panic when the scenario begins. */
test.each([11, 42])('a rise of rates adds no stress to a market and none of its alerts, seed %i', (seed) => {
  const [plain, rates] = [changed(seed, 'none'), changed(seed, 'rates')]
  const added = rates.rows.filter(({ regime }, at) => isStressed(regime) && !isStressed(plain.rows[at]!.regime))
  expect(added).toEqual([])
  const fears = ({ alerts }: typeof plain) =>
    alerts.flatMap(({ day, active }) => FEAR.filter((id) => active.includes(id)).map((id) => `${day} ${id}`))
  expect(fears(rates)).toEqual(fears(plain))
})

test.each([1316, 11])('a rise of rates crosses the tripwire of the 10-year yield, seed %i', (seed) => {
  const until = addSessions(changed(seed, 'rates').first, 30).day
  const crossed = (name: ScenarioName) => changed(seed, name).yieldSteps.filter((day) => day <= until).length
  expect(crossed('rates')).toBeGreaterThanOrEqual(5)
  expect(crossed('none')).toBeLessThan(crossed('rates'))
})

test.each([1316, 11])(
  'a dark week changes no label and no alert, widens the bounds of the score, and is corrected, seed %i',
  (seed) => {
    const [plain, dark] = [changed(seed, 'none'), changed(seed, 'dark')]
    expect(dark.rows.map(({ regime }) => regime)).toEqual(plain.rows.map(({ regime }) => regime))
    const known = ({ alerts }: typeof plain) => alerts.map(({ day, active }) => ({ day, active }))
    expect(known(dark)).toEqual(known(plain))
    const week = dark.rows.slice(0, 5)
    const wide = week.filter(({ scoreLow, scoreHigh }) => scoreHigh! - scoreLow! >= 30)
    expect(wide.length).toBeGreaterThanOrEqual(2)
    // A missing value counts neither as calm nor as alarming.
    for (const [at, { healthScore }] of week.entries())
      expect(Math.abs(healthScore! - plain.rows[at]!.healthScore!)).toBeLessThanOrEqual(5)
    // The last first print is corrected on the fourth session after the week.
    const corrected = addSessions(dark.first, 9).day
    const after = ({ rows }: typeof plain) => rows.filter(({ tradeDate }) => tradeDate >= corrected)
    expect(after(dark)).toEqual(after(plain))
  },
)

test.each([1316, 11])(
  'on the worst evening of a crash every alert of fear is active, credit as soon as it is published, seed %i',
  (seed) => {
    const { alerts } = changed(seed, 'crash')
    const expected: AlertId[] = ['VIX_SPIKE', 'VIX_PANIC', 'VIX_BACKWARDATION', 'GEX_NEGATIVE', 'BREADTH_COLLAPSE']
    expect(alerts[1]!.active).toEqual(expect.arrayContaining(expected))
    expect(alerts[2]!.active).toContain('HY_OAS_WIDENING')
  },
)

test.each([1316, 11])('on the worst evening of a correction every alert of fear is active, seed %i', (seed) => {
  const { rows, alerts } = changed(seed, 'correction')
  const worst = Math.max(...rows.slice(0, 25).map(({ vixClose }) => vixClose!))
  const at = rows.findIndex(({ vixClose }) => vixClose === worst)
  expect(alerts[at]!.active).toEqual(expect.arrayContaining(FEAR as AlertId[]))
})

const FLAP_SESSIONS = 20
const FIRES_MAX = 3

/**
 * The alerts that flap: more than three times on within twenty sessions. A change of the regime is one event for each
 * new label on the way down and up again, so only changes back to a label left within the same span count for it.
 */
function flapping({ rows, alerts }: ReturnType<typeof changed>): string[] {
  const fires = alerts.map(({ events }) => events.filter(({ type }) => type === 'fired').map(({ alertId }) => alertId))
  const isReturn = (at: number) =>
    rows.slice(Math.max(0, at - FLAP_SESSIONS), at - 1).some(({ regime }) => regime === rows[at]!.regime)
  return fires.flatMap((_, from) => {
    const fired = fires.slice(from, from + FLAP_SESSIONS)
    const times = new Map<string, number>()
    for (const [after, ids] of fired.entries())
      for (const id of ids)
        if (id !== 'REGIME_CHANGE' || isReturn(from + after)) times.set(id, (times.get(id) ?? 0) + 1)
    return [...times].flatMap(([id, count]) =>
      count > FIRES_MAX ? [`${id}: ${count} from ${rows[from]!.tradeDate}`] : [],
    )
  })
}

test.each(['correction', 'crash', 'rates', 'dark'] as const)('no alert flaps in %s', (name) => {
  expect([1316, 11].flatMap((seed) => flapping(changed(seed, name)))).toEqual([])
})
