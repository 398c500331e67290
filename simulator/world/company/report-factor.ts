import { sessionOn } from '../../../shared/time/calendar.ts'
import type { Factor, NightNews } from '../factor.ts'
import { perWorld } from '../per-world.ts'
import { inverseNormal, uniformOf } from '../random.ts'
import { LAST_DAY, type World } from '../world.ts'
import type { Filer } from './filers.ts'
import { reportMoveOf } from './report-move.ts'
import { quarterBefore, type Report, reportOf } from './reports.ts'

const STREAM = 99
const MINUTE_MS = 60_000

/** The effect of a company's reports on its share, computed as far as it was requested. */
type Told = {
  /** The sessions that first traded on a report, in order. */
  sessions: number[]
  /** The sum of the first moves, by their number. */
  sums: number[]
  nights: Map<number, NightNews>
  /** The first quarter whose report is not counted yet, and the first session that trades on it. */
  quarter: number
  next: number
}

/** A report before the open belongs to its own session, one after the close to the following. */
const sessionAfter = (world: World, { day, time }: Report): number =>
  day < LAST_DAY ? world.indexOf(day) + (time === 'after-hours' ? 1 : 0) : Number.POSITIVE_INFINITY

const begin = (world: World, filer: Filer): Told => {
  let quarter = quarterBefore(filer, world.closeOf(0).day)
  while (sessionAfter(world, reportOf(world.seed, filer, quarter)) < 1) quarter++
  const next = sessionAfter(world, reportOf(world.seed, filer, quarter))
  return { sessions: [], sums: [0], nights: new Map(), quarter, next }
}

const newsOf = (seed: number, filer: Filer, report: Report): NightNews => {
  const deviation = reportMoveOf(seed, filer)
  const move = deviation * inverseNormal(uniformOf(seed, STREAM, filer.hash, report.quarter))
  const bell = sessionOn(report.day)!.close
  const minutes =
    report.time === 'after-hours' ? (report.at.getTime() - bell.getTime()) / MINUTE_MS : Number.POSITIVE_INFINITY
  return { move, variance: deviation ** 2, minutes }
}

const byName = perWorld(() => new Map<string, Told>())

const toldBy = (world: World, filer: Filer, index: number): Told => {
  const known = byName(world)
  const told = known.get(filer.symbol) ?? begin(world, filer)
  known.set(filer.symbol, told)
  while (told.next <= index) {
    const news = newsOf(world.seed, filer, reportOf(world.seed, filer, told.quarter))
    told.nights.set(told.next, news)
    told.sessions.push(told.next)
    told.sums.push(told.sums.at(-1)! + news.move)
    told.quarter++
    told.next = sessionAfter(world, reportOf(world.seed, filer, told.quarter))
  }
  return told
}

/** Counts the reports that a session has traded on, by halving, because prices of all members ask for every session. */
function countUntil(sessions: readonly number[], index: number): number {
  let [from, until] = [0, sessions.length]
  while (from < until) {
    const middle = (from + until) >> 1
    if (sessions[middle]! <= index) from = middle + 1
    else until = middle
  }
  return from
}

const reportsBy = (world: World, filer: Filer, index: number) => {
  const { sessions, sums } = toldBy(world, filer, index)
  const count = countUntil(sessions, index)
  return { count, sum: sums[count]! }
}

/** The jumps of a share on its company's reports. They are as large as its options expect, and come in one night. */
export const reportFactor = (filer: Filer): Factor => ({
  name: `report ${filer.symbol}`,
  hash: filer.hash,
  isShared: false,
  close: (world, index) => reportsBy(world, filer, index).sum,
  deviation: () => 0,
  variance: (world, index) => reportsBy(world, filer, index).count * reportMoveOf(world.seed, filer) ** 2,
  night: (world, index) => toldBy(world, filer, index).nights.get(index) ?? null,
})
