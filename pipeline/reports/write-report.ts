import type { Report } from '../../shared/domain/report.ts'
import type { SignalsSnapshot } from '../../shared/domain/signals.ts'
import type { SourceRun } from '../../shared/domain/source-run.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { isoWeek } from '../../shared/time/trading-day.ts'
import { sources } from '../sources/index.ts'
import { type AlertsOfCycle, alertsSection } from './alerts-section.ts'
import { changesSection } from './changes-section.ts'
import { componentsSection } from './components-section.ts'
import { gammaSection } from './gamma-section.ts'
import { bullets } from './markdown.ts'
import { qualitySection } from './quality-section.ts'
import { statusSection } from './status-section.ts'

export interface ReportContext {
  /** The slot the report belongs to: its name, whenever it was written. */
  scheduledFor: Date
  dataMode: 'live' | 'simulated'
  /** The newest run of each source. */
  runs?: readonly SourceRun[]
  /** What the alert rules say of this snapshot. */
  alerts?: AlertsOfCycle | null
}

/** The report of a cycle. Describes the state; says nothing about what comes. */
export function writeReport(
  snapshot: SignalsSnapshot,
  previous: SignalsSnapshot | null,
  { scheduledFor, dataMode, runs = [], alerts = null }: ReportContext,
): Report {
  const { day: date, time } = eastern(scheduledFor)
  const known = eastern(new Date(snapshot.as_of))
  const content = [
    `# Market report, ${date} ${time.slice(0, 5)} ET`,
    statusSection(snapshot, dataMode),
    changesSection(snapshot, previous),
    alertsSection(alerts),
    componentsSection(snapshot),
    gammaSection(snapshot),
    qualitySection(snapshot, runs),
    sourcesSection(snapshot),
    `Computed from what was known at ${known.day} ${known.time} ET; rules ${snapshot.rules_version}. A description of state, not a forecast and no advice.`,
  ].join('\n\n')
  return {
    filename: `report-${date.replaceAll('-', '')}-${time.replaceAll(':', '')}.md`,
    date,
    time,
    timestamp: `${date}T${time}`,
    week: isoWeek(date),
    content: `${content}\n`,
  }
}

function sourcesSection({ score_components, gamma_levels }: SignalsSnapshot): string {
  const used = new Set<string>(score_components.flatMap(({ inputs }) => inputs.map(({ source }) => source)))
  if (gamma_levels.status === 'ready') used.add('options')
  const lines = sources.filter(({ id }) => used.has(id)).map(({ id, attribution }) => `${id}: ${attribution}`)
  return `## Sources\n\n${lines.length > 0 ? bullets(lines) : 'No source has delivered.'}`
}
