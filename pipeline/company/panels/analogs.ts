import type { AnalogsPanel } from '../../../shared/domain/contract/company/analogs.ts'
import { counted } from '../../../shared/domain/number-words.ts'
import { addSessions } from '../../../shared/time/calendar.ts'
import { daysBetween, type TradingDay } from '../../../shared/time/trading-day.ts'
import { median } from '../../maths/statistics.ts'
import { wilson } from '../../maths/wilson.ts'
import { type CompanyInputs, headOf, inputOf, shown } from '../inputs.ts'
import type { Place, State } from '../states.ts'

type Outcome = NonNullable<AnalogsPanel['after_5']>['same_state']
type Horizon = 'after5' | 'after21'

const CASES_MAX = 30
const SESSIONS = { after5: 5, after21: 21 } as const satisfies Record<Horizon, number>
const SESSIONS_MIN = 50
/** A name's own newest sessions describe the present and are not cases of the past. */
const OWN_RECENT_DAYS = 30

/** Dates less than so many sessions after the first of their cluster count once, because their outcomes overlap. */
export function clustersOf(days: readonly TradingDay[], sessions: number): number {
  let [count, next] = [0, null as TradingDay | null]
  for (const day of [...new Set(days)].toSorted()) {
    if (next !== null && day < next) continue
    next = addSessions(day, sessions).day
    count++
  }
  return count
}

function outcomeOf(places: readonly Place[], horizon: Horizon): Outcome {
  const known = places.filter((place) => place[horizon] !== null)
  const changes = known.map((place) => place[horizon]!)
  const n = known.length
  const effective = clustersOf(
    known.map(({ day }) => day),
    SESSIONS[horizon],
  )
  if (n === 0) return { n, n_effective: 0, share_up: null, low: null, high: null, median: null }
  const up = changes.filter((change) => change > 0).length / n
  const interval = wilson(up, effective)
  return {
    n,
    n_effective: effective,
    share_up: shown(up),
    low: shown(interval?.low),
    high: shown(interval?.high),
    median: shown(median(changes)),
  }
}

/** The names of a sector on their sessions, computed once because it is the same for each of its companies. */
export interface SectorPast {
  places: readonly Place[]
  /** The places of each name, in the order of its sessions. */
  names: ReadonlyMap<string, readonly Place[]>
  /** The first session of each stay of a name in a state, by that state. */
  firstDays: ReadonlyMap<string, readonly Place[]>
  base: Record<Horizon, Outcome>
}

export function sectorPast(places: readonly Place[]): SectorPast {
  const names = new Map(
    [...Map.groupBy(places, ({ ticker }) => ticker)].map(([ticker, own]) => [
      ticker,
      own.toSorted((a, b) => a.at - b.at),
    ]),
  )
  const firsts = [...names.values()].flatMap((own) => own.filter((place, at) => !isSameStay(own[at - 1], place)))
  return {
    places,
    names,
    firstDays: Map.groupBy(firsts, ({ state }) => keyOf(state)),
    base: { after5: outcomeOf(places, 'after5'), after21: outcomeOf(places, 'after21') },
  }
}

const keyOf = ({ trend, momentum, drawdown, volatility }: State): string =>
  `${trend} ${momentum} ${drawdown} ${volatility}`

const isSameStay = (before: Place | undefined, place: Place): boolean =>
  before !== undefined && before.at === place.at - 1 && keyOf(before.state) === keyOf(place.state)

/** The past of a company that has no sector. */
export const NO_SECTOR = sectorPast([])

function compared(cases: readonly Place[], sector: SectorPast, horizon: Horizon): AnalogsPanel['after_5'] {
  const [same, base] = [outcomeOf(cases, horizon), sector.base[horizon]]
  if (same.share_up === null || base.share_up === null) return null
  const inside = same.low! <= base.share_up && base.share_up <= same.high!
  return {
    same_state: same,
    base_rate: base,
    difference: shown(same.share_up - base.share_up),
    verdict: inside
      ? `the base rate lies within the interval of ${counted(same.n_effective, 'cluster')}: no difference beyond chance`
      : `the base rate lies outside the interval of ${counted(same.n_effective, 'cluster')}`,
  }
}

export function analogsPanel(inputs: CompanyInputs, sector: SectorPast): AnalogsPanel {
  const { company, bars, day } = inputs
  const last = bars.at(-1)
  const today = sector.names.get(company.ticker)?.findLast(({ day: on }) => on === last?.day)
  const universe = `${sector.names.size} names of ${company.sector ?? 'no sector'}, ${sector.places.length} names and dates`
  const none =
    today !== undefined
      ? null
      : company.sector === null
        ? 'the company is in no sector of the index, so there is nothing to compare it with'
        : `needs ${SESSIONS_MIN} sessions of bars, ${bars.length} are known`
  const cases = today
    ? (sector.firstDays.get(keyOf(today.state)) ?? []).filter(
        (place) => place.ticker !== company.ticker || daysBetween(place.day, day) > OWN_RECENT_DAYS,
      )
    : []
  const past = cases.filter(({ after5 }) => after5 !== null).toSorted((a, b) => (a.day < b.day ? 1 : -1))
  const noCase = none ?? (past.length === 0 ? 'no name of the sector was in this state before' : null)
  return {
    ...headOf(inputs, [inputOf('daily bars', 'breadth', bars, inputs)], {
      state: none,
      day: none,
      cases: noCase,
      after_5: noCase,
      after_21: noCase ?? (past.every(({ after21 }) => after21 === null) ? 'no case is 21 sessions old' : null),
    }),
    state: today?.state ?? null,
    day: today?.day ?? null,
    universe,
    cases: past.slice(0, CASES_MAX).map(({ ticker, day: on, after5, after21 }) => ({
      ticker,
      day: on,
      after_5: shown(after5),
      after_21: shown(after21),
    })),
    n: past.length,
    n_effective: clustersOf(
      past.map(({ day: on }) => on),
      SESSIONS.after21,
    ),
    after_5: past.length === 0 ? null : compared(past, sector, 'after5'),
    after_21: past.length === 0 ? null : compared(past, sector, 'after21'),
  }
}
