import { Correlations } from '../../shared/domain/contract/correlations.ts'
import type { FedWatch } from '../../shared/domain/contract/fed-watch.ts'
import type { Fragility } from '../../shared/domain/contract/fragility.ts'
import type { Report } from '../../shared/domain/contract/report.ts'
import { SectorShares } from '../../shared/domain/contract/sector-shares.ts'
import type { InputReading, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { SourceRun } from '../../shared/domain/market/source-run.ts'
import type { ScenarioName } from '../../shared/domain/scenario.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { isoWeek } from '../../shared/time/trading-day.ts'
import { sources } from '../sources/index.ts'
import { type AlertsOfCycle, alertsSection } from './alerts-section.ts'
import { changesSection } from './changes-section.ts'
import { componentsSection } from './components-section.ts'
import { correlationsSection } from './correlations-section.ts'
import { fedSection } from './fed-section.ts'
import { fragilitySection } from './fragility-section.ts'
import { gammaSection } from './gamma-section.ts'
import { bullets } from './markdown.ts'
import { qualitySection } from './quality-section.ts'
import { sectorSection } from './sector-section.ts'
import { statusSection } from './status-section.ts'

export interface ReportContext {
  /** The slot that the report is for. */
  scheduledFor: Date
  /** The report of an earlier run of the cycle; this one is named by the instant of its own writing. */
  replaces?: { filename: string; writtenAt: Date } | null
  dataMode: 'live' | 'simulated'
  /** The scenario of the simulated market. */
  scenario?: ScenarioName
  /** The newest run of each source. */
  runs?: readonly SourceRun[]
  /** The alerts of this snapshot. */
  alerts?: AlertsOfCycle | null
  /** The documents stored with this snapshot. */
  fedWatch?: FedWatch | null
  fragility?: Fragility | null
}

/** Writes the report of a cycle, which describes the state and forecasts nothing. */
export function writeReport(
  snapshot: SignalsSnapshot,
  previous: SignalsSnapshot | null,
  {
    scheduledFor,
    replaces = null,
    dataMode,
    scenario = 'none',
    runs = [],
    alerts = null,
    fedWatch = null,
    fragility = null,
  }: ReportContext,
): Report {
  const { day, time } = eastern(replaces?.writtenAt ?? scheduledFor)
  const known = eastern(new Date(snapshot.as_of))
  const content = [
    `# Market report, ${day} ${time.slice(0, 8)} ET`,
    statusSection(snapshot, dataMode, scenario),
    ...(replaces === null ? [] : [replacesLine(replaces, scheduledFor)]),
    changesSection(snapshot, previous),
    alertsSection(alerts),
    componentsSection(snapshot),
    gammaSection(snapshot),
    sectorSection(snapshot),
    correlationsSection(snapshot),
    fedSection(fedWatch, snapshot.as_of),
    fragilitySection(fragility, snapshot),
    qualitySection(snapshot, runs),
    sourcesSection(snapshot, fedWatch),
    `Computed from data known at ${known.day} ${known.time} ET; rules ${snapshot.rules_version}. This describes the state of the market; it is neither a forecast nor advice.`,
  ].join('\n\n')
  return {
    filename: reportFilename(replaces?.writtenAt ?? scheduledFor),
    date: day,
    time: time.slice(0, 8),
    timestamp: `${day}T${time.slice(0, 8)}`,
    week: isoWeek(day),
    content: `${content}\n`,
    ...(replaces && { replaces: replaces.filename }),
  }
}

export function reportFilename(at: Date): string {
  const { day, time } = eastern(at)
  return `report-${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}.md`
}

function replacesLine({ filename }: NonNullable<ReportContext['replaces']>, scheduledFor: Date): string {
  const { day, time } = eastern(scheduledFor)
  return `Computed again for the slot of ${day} ${time.slice(0, 5)} ET, from what is known now of data up to its cutoff; it replaces ${filename}.`
}

/** Attributes every figure above, also those that no component reads. */
function sourcesSection(snapshot: SignalsSnapshot, fedWatch: FedWatch | null): string {
  const { score_components, gamma_levels, sector_breadth, correlations } = snapshot
  const used = new Set<string>(sourcesIn([...score_components, ...pairsOf(correlations)]))
  if (gamma_levels.status === 'ready') used.add('options')
  const sectors = SectorShares.safeParse(sector_breadth)
  if (sectors.success) used.add(sectors.data.source)
  if (fedWatch?.current_rate) used.add(fedWatch.current_rate.source)
  if (fedWatch && fedWatch.futures.length > 0) used.add('fedfunds')
  const lines = sources.filter(({ id }) => used.has(id)).map(({ id, attribution }) => `${id}: ${attribution}`)
  return `## Sources\n\n${lines.length > 0 ? bullets(lines) : 'No source has delivered.'}`
}

const sourcesIn = (parts: readonly { inputs: readonly InputReading[] }[]): string[] =>
  parts.flatMap(({ inputs }) => inputs.map(({ source }) => source))

function pairsOf(block: SignalsSnapshot['correlations']): { inputs: readonly InputReading[] }[] {
  const found = Correlations.safeParse(block)
  return found.success ? Object.values(found.data.pairs).filter((pair) => pair.status === 'ready') : []
}
