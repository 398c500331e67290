import { PROVENANCE } from '../../harness/fixtures/provenance.ts'
import { dependantsOf } from '../../pipeline/reads/availability.ts'
import { sources } from '../../pipeline/sources/index.ts'
import { publishedAt } from '../../pipeline/sources/publication-lag.ts'
import type { Source } from '../../pipeline/sources/source.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { VENDORS } from '../../shared/domain/market/source-id.ts'
import { QUOTE_VENDOR_FACTS, VENDOR_FACTS } from '../../shared/domain/market/vendor-facts.ts'
import { BUDGETED_VENDORS, burstOf, REQUESTS_PER_MINUTE } from '../../shared/postgres/market/vendor-budgets.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { daysBetween, tradingDay } from '../../shared/time/trading-day.ts'

/** A Tuesday, which positions are for, and a Thursday, the day of the survey, with no holiday near. */
const [TUESDAY, THURSDAY] = [tradingDay('2026-09-15'), tradingDay('2026-09-17')]
const WEEKDAYS = ['', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const MANY_TIMES = 8

const INTRO = `# Sources

What each source is, which servers it fetches from and under what terms, and what depends on it. Generated from the
registries by \`node_modules/.bin/node test/docs/sources-document.ts > docs/sources.md\`; a test compares the two.

The formats have not been checked against the real hosts: they come from specifications, recorded answers and public
clients. The last table states how certain each one is. Simulated vendors have no terms, and no quota unless
\`SIMULATOR_QUOTAS=1\`.`

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

function times({ at, againAt, everyCycle, everyMinute, weekdays, restDaysAt }: Source): string {
  if (everyMinute) return 'each minute of the session'
  const own = at.length > MANY_TIMES ? `${at.length} times from ${at[0]} to ${at.at(-1)}` : at.join(', ')
  const on = weekdays ? ` on ${weekdays.map((day) => WEEKDAYS[day]).join(' and ')}` : ''
  const rest = restDaysAt ? `; on days without a session ${restDaysAt.length} times` : ''
  const fetched = [everyCycle ? 'each cycle' : '', own].filter((part) => part !== '').join(', and ')
  const again = againAt ? `; again at ${againAt.join(' and ')} if nothing was delivered since` : ''
  return `${fetched}${on}${rest}${again}`
}

/** The publication time of a series, counted from the day a value is for. */
function lagOf(series: SeriesId): string {
  const day = series.startsWith('aaii_') ? THURSDAY : TUESDAY
  const { day: on, time } = eastern(publishedAt(series, day))
  const days = daysBetween(day, on)
  return `${days === 0 ? 'same day' : `${days} day${days > 1 ? 's' : ''} later`} ${time.slice(0, 5)}`
}

function lags(source: Source): string[] {
  const series = [...new Set(Object.values(source.gives).flatMap((given) => given.series))]
  const byLag = Map.groupBy(series, lagOf)
  return [...byLag].map(([lag, ids]) => `${ids.map((id) => `\`${id}\``).join(', ')}: ${lag}`)
}

function dependants(source: Source): string {
  const { components, partly, alerts } = dependantsOf(
    new Set(Object.values(source.gives).flatMap((given) => given.series)),
  )
  const listed = (what: string, names: readonly string[]): string[] =>
    names.length > 0 ? [`${what} ${names.join(', ')}`] : []
  const routes = source.routes.map((route) => `\`${route}\``)
  const all = [
    ...listed('components', components),
    ...listed('in part', partly),
    ...listed('alerts', alerts),
    ...listed('routes', routes),
  ]
  return all.length > 0 ? all.join('; ') : 'nothing in the health score'
}

function spanOf(ms: number): string {
  if (ms < HOUR_MS) return `${ms / MINUTE_MS} minutes`
  return ms < 48 * HOUR_MS ? `${ms / HOUR_MS} h` : `${ms / HOUR_MS / 24} days`
}

function section(source: Source): string {
  const vendors = VENDORS.filter((vendor) => source.gives[vendor])
  const also = vendors.flatMap((vendor) => source.gives[vendor]!.also ?? [])
  const accept = vendors.flatMap((vendor) => VENDOR_FACTS[vendor].terms ?? [])
  const rests = accept.length > 0 && (source.needsAll === true || accept.length === vendors.length)
  const lines = [
    `- Attribution: ${source.attribution}.`,
    `- Vendors: ${vendors.map((vendor) => `\`${vendor}\``).join(', ')}${source.needsAll ? ', all of them needed' : ''}.`,
    ...(also.length > 0 ? [`- Also provides ${also.join(', ')}.`] : []),
    ...(accept.length > 0
      ? [
          `- With live data it requires \`ACCEPT_TERMS=${accept.join(',')}\`; without it ${rests ? 'the source is off' : 'that vendor is not used'}.`,
        ]
      : []),
    `- Fetched (ET): ${times(source)}.`,
    source.maxAgeMs === 0
      ? '- A missing value is not replaced by an earlier one.'
      : `- After a failure the last good value is used for up to ${spanOf(source.maxAgeMs)}.`,
    ...lags(source).map((line) => `- Published (ET): ${line}.`),
    `- Used by: ${dependants(source)}.`,
  ]
  return [`## ${source.id}`, '', ...lines].join('\n')
}

const vendorTable = (): string =>
  table(
    ['vendor', 'what', 'host', 'terms', '`ACCEPT_TERMS`', 'key', 'requests a minute (at once)'],
    VENDORS.map((vendor) => {
      const { name, baseUrl, licence, terms, key } = VENDOR_FACTS[vendor]
      const budget = `${REQUESTS_PER_MINUTE[vendor]} (${burstOf(vendor)})`
      return [
        `\`${vendor}\``,
        name,
        baseUrl === '' ? 'named by the operator' : new URL(baseUrl).host,
        licence,
        terms ? `\`${terms}\`` : 'not needed',
        key,
        budget,
      ]
    }),
  )

const quoteVendorTable = (): string =>
  table(
    ['vendor', 'what', 'host', 'terms', 'key', 'requests a minute'],
    BUDGETED_VENDORS.flatMap((vendor) => {
      if (vendor !== 'schwab' && vendor !== 'alpaca') return []
      const { name, baseUrl, licence, key } = QUOTE_VENDOR_FACTS[vendor]
      return [[`\`${vendor}\``, name, new URL(baseUrl).host, licence, key, String(REQUESTS_PER_MINUTE[vendor])]]
    }),
  )

const provenanceTable = (): string =>
  table(
    ['fixture', 'confidence', 'several public clients', 'open'],
    PROVENANCE.map(({ folder, confidence, severalClients, open }) => [
      `\`harness/fixtures/${folder}\``,
      confidence,
      severalClients ? 'yes' : 'no',
      open,
    ]),
  )

export const sourcesDocument = (): string =>
  [
    INTRO,
    '## Vendors',
    vendorTable(),
    'For live quotes only, through your own account:',
    quoteVendorTable(),
    ...sources.map(section),
    '## How certain the formats are',
    'H: a specification or a recorded answer was read. M: several independent clients agree. L: one source, or less.',
    provenanceTable(),
  ]
    .join('\n\n')
    .concat('\n')

if (import.meta.main) process.stdout.write(sourcesDocument())
