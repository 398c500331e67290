import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { daysBetween, TradingDay } from '../../shared/time/trading-day.ts'
import { COVER_SHARES } from './statement-lines.ts'

/** One number of one filing; `start` is null for a balance. */
export interface Fact {
  tag: string
  unit: string
  start: TradingDay | null
  end: TradingDay
  value: number
  accession: string
  form: string
  filed: TradingDay
}

export interface CompanyFacts {
  name: string | null
  facts: readonly Fact[]
  /** The reason why no figure can be read at all; null when some can. */
  unreadable: string | null
  /** By filing day: facts that are not read, because they follow other rules or are in another currency. */
  foreign: readonly ForeignFacts[]
}

export interface ForeignFacts {
  filed: TradingDay
  count: number
  reason: string
}

const Row = z.object({
  start: TradingDay.optional(),
  end: TradingDay,
  val: z.number(),
  accn: z.string(),
  form: z.string().nullish(),
  filed: TradingDay,
})
const Tags = z.record(z.string(), z.object({ units: z.record(z.string(), z.array(z.unknown())) }))
const Cover = z.object({ [COVER_SHARES]: Tags.valueType.optional() })
const Document = z.object({ entityName: z.string().nullish(), facts: z.record(z.string(), z.unknown()) })

const UNITS = ['USD', 'USD/shares', 'shares']

/** The SEC's company facts: dollars of US GAAP alone, since other rules are not comparable and other currencies would need a rate. */
export function parseCompanyFacts(text: string, file: string): CompanyFacts {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError('invalid', `${file}: not JSON`)
  }
  const document = Document.safeParse(value)
  if (!document.success) throw new AppError('invalid', `${file}: no company facts of the SEC`)
  const { entityName, facts } = document.data
  const gaap = Tags.safeParse(facts['us-gaap'] ?? {})
  if (!gaap.success) throw new AppError('invalid', `${file}: facts.us-gaap is not what the SEC serves`)
  const read = factsOf(gaap.data)
  const cover = Cover.safeParse(facts.dei)
  const shares = cover.success ? cover.data[COVER_SHARES] : undefined
  return {
    name: entityName ?? null,
    facts: [...read, ...(shares ? factsOf({ [COVER_SHARES]: shares }) : [])],
    unreadable: read.length > 0 ? null : whyUnreadable(facts, gaap.data),
    foreign: [...foreignFacts(facts['ifrs-full'], () => IFRS), ...foreignFacts(facts['us-gaap'], inCurrency)],
  }
}

const factsOf = (tags: z.output<typeof Tags>): Fact[] =>
  Object.entries(tags).flatMap(([tag, { units }]) =>
    Object.entries(units).flatMap(([unit, rows]) =>
      UNITS.includes(unit) ? rows.flatMap((row) => factOf(tag, unit, row)) : [],
    ),
  )

/**
 * A row that is not a fact (its period ends before it starts, or after it was filed) is left out as one error among
 * thousands.
 */
function factOf(tag: string, unit: string, row: unknown): Fact[] {
  const parsed = Row.safeParse(row)
  if (!parsed.success) return []
  const { start = null, end, val, accn, form, filed } = parsed.data
  if ((start !== null && start > end) || end > filed) return []
  return [{ tag, unit, start, end, value: val, accession: accn, form: form ?? 'unknown', filed }]
}

const IFRS = 'the company reports under IFRS, which is not read'
const inCurrency = (unit: string): string | null =>
  /^[A-Z]{3}$/.test(unit) && unit !== 'USD' ? `the company reports in ${unit}, not in dollars` : null

const Filed = z.object({ filed: TradingDay })

/** Returns how many facts of each filing day are left out, by the reason of their unit. */
function foreignFacts(taxonomy: unknown, reasonOf: (unit: string) => string | null): ForeignFacts[] {
  const tags = Tags.safeParse(taxonomy ?? {})
  if (!tags.success) return []
  const counts = new Map<string, ForeignFacts>()
  for (const { units } of Object.values(tags.data)) {
    for (const [unit, rows] of Object.entries(units)) {
      const reason = reasonOf(unit)
      if (reason === null) continue
      for (const row of rows) {
        const parsed = Filed.safeParse(row)
        if (!parsed.success) continue
        const { filed } = parsed.data
        const key = `${filed} ${reason}`
        counts.set(key, { filed, reason, count: (counts.get(key)?.count ?? 0) + 1 })
      }
    }
  }
  return [...counts.values()]
}

/** A filing with fewer than this share of the facts of the largest filing is not a periodic report. */
const REPORT_SHARE = 0.1

/**
 * Returns why the figures of the newest report known on a day are not read: most of its facts follow other rules or are
 * in another currency. Without this check, older dollar figures of the same filer would pass for its present. Older
 * facts under other rules are no reason once the filer reports in dollars.
 */
export function foreignReason(
  { facts, foreign }: Pick<CompanyFacts, 'facts' | 'foreign'>,
  on: TradingDay,
): string | null {
  const others = foreign.filter(({ filed }) => filed <= on)
  if (others.length === 0) return null
  const dollars = Map.groupBy(
    facts.filter(({ filed, unit }) => filed <= on && unit === 'USD'),
    ({ filed }) => filed,
  )
  const days = [...new Set([...dollars.keys(), ...others.map(({ filed }) => filed)])].map((day) => {
    const own = others.filter(({ filed }) => filed === day).toSorted((a, b) => b.count - a.count)
    const inDollars = dollars.get(day)?.length ?? 0
    const left = own[0] && own[0].count > inDollars ? own[0].reason : null
    return { day, left, count: inDollars + own.reduce((sum, { count }) => sum + count, 0) }
  })
  const largest = Math.max(...days.map(({ count }) => count))
  const reports = days.filter(({ count }) => count >= REPORT_SHARE * largest)
  return reports.reduce((newest, each) => (each.day > newest.day ? each : newest)).left
}

function whyUnreadable(facts: Record<string, unknown>, gaap: z.output<typeof Tags>): string {
  if (facts['ifrs-full'] !== undefined) return IFRS
  const units = [...new Set(Object.values(gaap).flatMap(({ units: own }) => Object.keys(own)))]
  const currency = units.find((unit) => /^[A-Z]{3}$/.test(unit) && unit !== 'USD')
  return currency === undefined
    ? 'the company has filed no figures'
    : `the company reports in ${currency}, not in dollars`
}

/**
 * The length of a period in whole quarters, by its days; null for any other length. Retailers and food companies count
 * weeks, with three quarters of 12 and one of 16 or 17, so half a year has 24 or 28 weeks and three quarters 36 or 40.
 * Four calendar months have at least 120 days and are not a quarter.
 */
export function quartersOf({ start, end }: Pick<Fact, 'start' | 'end'>): 1 | 2 | 3 | 4 | null {
  if (start === null) return null
  const days = daysBetween(start, end) + 1
  if (days >= 80 && days <= 119) return 1
  if (days >= 165 && days <= 200) return 2
  if (days >= 249 && days <= 290) return 3
  return days >= 350 && days <= 380 ? 4 : null
}

/** Filers write the last day of a week or of a month, so dates that are no further apart mean the same one. */
export const DAY_TOLERANCE = 3
export const isSameDay = (a: TradingDay, b: TradingDay): boolean => Math.abs(daysBetween(a, b)) <= DAY_TOLERANCE
