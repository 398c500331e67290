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

/** The base rates are over all outcomes that are known, so all closes are read. */
const FIRST_CLOSE = tradingDay('1993-01-29')
/** An idea lasts 20 sessions at most; one that missed a bar is tried again for as long again. */
const IDEA_DAYS = 90

/** Grades every evening the claims of verdicts whose outcome has matured, from the bars known then. */
export function gradingStage({ clock, log }: GradingDeps): StageHandler<'day.computed'> {
  return {
    stage: 'grading',
    handles: ['day.computed'],
    async handle(tx, { payload: { day, cutoff, run } }) {
      // Only the newest finished session counts: a back-fill has hundreds, and the newest one grades what all of them would.
      if (day < previousSession(eastern(clock.now()).day).day) return []
      const asOf = new Date(cutoff)
      const stated = {
        live: await statedFigures(tx, 'live', asOf),
        backfill: await statedFigures(tx, 'backfill', asOf),
      }
      const paths = await loadPaths(tx, { day, knownBy: asOf, stated: stated.live })
      if (!paths) return []
      const known = { paths, asOf }
      const books = {
        live: await gradeSeries(tx, 'live', stated.live, known),
        backfill: await gradeSeries(tx, 'backfill', stated.backfill, known),
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

/** The grades of a series, those of this evening included, and the claims that have none yet. */
async function gradeSeries(
  tx: Tx,
  series: GradeSeries,
  stated: readonly StatedFigures[],
  { paths, asOf }: { paths: PricePaths; asOf: Date },
): Promise<KindBook> {
  const before = await gradesOf(tx, series)
  const { grades, open } = gradeVerdicts(stated, new Set(before.map(claimKey)), { paths, knownBy: asOf })
  await saveGrades(tx, series, grades, { asOf, rulesVersion: GRADING_RULES_VERSION })
  const position = new Map(paths.days.map((day, at) => [day, at]))
  return {
    verdicts: new Map(stated.map((verdict) => [verdict.id, verdict])),
    grades: [...before, ...grades],
    open,
    positionOf: (day) => position.get(day) ?? 0,
  }
}

/** Closes as they were known in the evening; null while there is none of SPY. */
async function loadPaths(
  sql: Db,
  { day, knownBy, stated }: { day: TradingDay; knownBy: Date; stated: readonly StatedFigures[] },
): Promise<PricePaths | null> {
  const { spy_close: closes = [] } = await seriesAsKnown(sql, {
    series: ['spy_close'],
    from: FIRST_CLOSE,
    upTo: day,
    knownBy,
  })
  if (closes.length === 0) return null
  const bars = new Map([['SPY', new Map(closes.map(({ day: at, value }) => [at, value]))]])
  const from = addDays(day, -IDEA_DAYS)
  const symbols = [...new Set(stated.flatMap(({ ideaUnderlying, asOf }) => recentIdea(ideaUnderlying, asOf, from)))]
  const others = symbols.length === 0 ? [] : await closesOfIdeas(sql, { symbols, from, knownBy })
  for (const [symbol, own] of Map.groupBy(others, (bar) => bar.symbol))
    bars.set(symbol, new Map(own.map((bar) => [bar.day, bar.close])))
  return pricePaths(bars, 'the stored closes', day)
}

const recentIdea = (underlying: string | null, asOf: Date, from: TradingDay): string[] =>
  underlying !== null && eastern(asOf).day >= from ? [underlying] : []
