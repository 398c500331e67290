import { claimKey, GRADING_RULES_VERSION, gradeVerdicts } from '../pipeline/grading/grade-verdicts.ts'
import { gradesDocument } from '../pipeline/grading/grades-document.ts'
import type { KindBook } from '../pipeline/grading/judge-eras.ts'
import { type PricePaths, pricePaths } from '../pipeline/grading/price-paths.ts'
import type { StageHandler } from '../shared/broker/run-stage.ts'
import { GRADES_KEY } from '../shared/domain/contract/ai-grades.ts'
import type { Log } from '../shared/log.ts'
import {
  closesOfIdeas,
  type GradeSeries,
  gradesOf,
  type StatedFigures,
  type StoredGrade,
  saveGrades,
  statedFigures,
} from '../shared/postgres/ai/grades.ts'
import { seriesAsKnown } from '../shared/postgres/market/observations.ts'
import type { Db, Tx } from '../shared/postgres/server/db.ts'
import { announceDocuments, saveReadModel } from '../shared/postgres/signals/read-models.ts'
import { previousSession } from '../shared/time/calendar.ts'
import type { Clock } from '../shared/time/clock.ts'
import { eastern } from '../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../shared/time/trading-day.ts'

export interface GradingDeps {
  clock: Clock
  log: Log
}

/** The base rates cover all known outcomes, so all closes are read. */
const FIRST_CLOSE = tradingDay('1993-01-29')
/** An idea whose price bar is still missing after this long remains unresolved. */
const IDEA_DAYS_MAX = 400

/** A back-fill has hundreds of days, of which only the newest has an effect. */
const BATCH = 16

/**
 * Grades, every evening, the claims of verdicts whose outcome has matured, from the bars known by then; claims of
 * simulated months are graded as soon as the months are filled.
 */
export function gradingStage({ clock, log }: GradingDeps): StageHandler<'day.computed' | 'verdicts.filled'> {
  return {
    stage: 'grading',
    handles: ['day.computed', 'verdicts.filled'],
    batch: BATCH,
    async handle(tx, { payload: { day, cutoff, run } }) {
      // Only the newest finished session counts: a back-fill has hundreds, and grading the newest covers all of them.
      if (day < previousSession(eastern(clock.now()).day).day) return []
      const asOf = new Date(cutoff)
      const [live, backfill] = [await loadBook(tx, 'live', asOf), await loadBook(tx, 'backfill', asOf)]
      const paths = await loadPaths(tx, { day, knownBy: asOf, ideas: openIdeas(live) })
      if (!paths) return []
      const books = {
        live: await gradeSeries(tx, 'live', live, { paths, asOf }),
        backfill: await gradeSeries(tx, 'backfill', backfill, { paths, asOf }),
      }
      const document = gradesDocument({ asOf, ...books })
      const body = JSON.stringify(document)
      await saveReadModel(tx, { key: GRADES_KEY, contentType: 'application/json', body, asOf, run })
      await announceDocuments(tx, 'ai')
      const { verdict, n } = document.public.twin
      log.info(
        { day, graded: books.live.grades.length, open: books.live.open.length, twin: verdict, n },
        'verdicts_graded',
      )
      return []
    },
  }
}

interface Book {
  stated: readonly StatedFigures[]
  grades: readonly StoredGrade[]
  graded: ReadonlySet<string>
}

async function loadBook(sql: Db, series: GradeSeries, asOf: Date): Promise<Book> {
  const [stated, grades] = [await statedFigures(sql, series, asOf), await gradesOf(sql, series)]
  return { stated, grades, graded: new Set(grades.map(claimKey)) }
}

/** The grades of a series, those of this evening included, and the claims that have none yet. */
async function gradeSeries(
  tx: Tx,
  series: GradeSeries,
  { stated, grades: before, graded }: Book,
  { paths, asOf }: { paths: PricePaths; asOf: Date },
): Promise<KindBook> {
  const { grades, open } = gradeVerdicts(stated, graded, { paths, knownBy: asOf })
  await saveGrades(tx, series, grades, { asOf, rulesVersion: GRADING_RULES_VERSION })
  const position = new Map(paths.days.map((day, at) => [day, at]))
  return {
    verdicts: new Map(stated.map((verdict) => [verdict.id, verdict])),
    grades: [...before, ...grades],
    open,
    positionOf: (day) => position.get(day) ?? 0,
  }
}

interface Idea {
  symbol: string
  since: TradingDay
}

/** The underlyings of ideas that have no grade yet. */
const openIdeas = ({ stated, graded }: Book): Idea[] =>
  stated.flatMap(({ id, asOf, ideaUnderlying: symbol, ideaHorizon: sessions }) =>
    symbol === null || sessions === null || graded.has(claimKey({ verdictId: id, kind: 'trade_idea', sessions }))
      ? []
      : [{ symbol, since: eastern(asOf).day }],
  )

/** Closes as they were known in the evening; null while SPY has none. */
async function loadPaths(
  sql: Db,
  { day, knownBy, ideas }: { day: TradingDay; knownBy: Date; ideas: readonly Idea[] },
): Promise<PricePaths | null> {
  const { spy_close: closes = [] } = await seriesAsKnown(sql, {
    series: ['spy_close'],
    from: FIRST_CLOSE,
    upTo: day,
    knownBy,
  })
  if (closes.length === 0) return null
  const bars = new Map([['SPY', new Map(closes.map(({ day: at, value }) => [at, value]))]])
  const oldest = addDays(day, -IDEA_DAYS_MAX)
  const from = ideas.reduce((first, { since }) => (since < first ? since : first), day)
  const symbols = [...new Set(ideas.map(({ symbol }) => symbol))]
  const window = { symbols, from: from < oldest ? oldest : from, knownBy }
  const others = symbols.length === 0 ? [] : await closesOfIdeas(sql, window)
  for (const [symbol, own] of Map.groupBy(others, (bar) => bar.symbol))
    bars.set(symbol, new Map(own.map((bar) => [bar.day, bar.close])))
  return pricePaths(bars, 'the stored closes', day)
}
