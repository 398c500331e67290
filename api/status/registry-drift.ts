import type { CoherenceRow } from './coherence.ts'

/** The codes that the running version knows. */
export interface Registries {
  sources: readonly string[]
  /** Sources that the configuration switches off; their absence is no drift. */
  notConfigured: readonly string[]
  alerts: readonly string[]
  components: readonly string[]
  series: readonly string[]
}

/** The codes that occur in rows; null while there are no rows to compare. */
export interface StoredCodes {
  sources: readonly string[]
  alerts: readonly string[]
  judgedAlerts: readonly string[]
  components: readonly string[] | null
  series: readonly string[]
}

/** The rarest source is fetched once a week. */
const EVERY_SOURCE_RAN_DAYS = 8
const LISTED_MAX = 20

const without = (codes: readonly string[], known: readonly string[]): string[] =>
  codes.filter((code) => !known.includes(code)).sort()

interface Comparison {
  subject: string
  /** Codes in rows but in no registry: data that the running version cannot read. */
  unknown: string[]
  /** Codes in the registry but in no row. */
  absent: string[]
  /** True if an absent code means that something does not run. */
  isDue: boolean
}

/** Compares the codes in registries with the codes in rows, in both directions. */
export function registryDrift(stored: StoredCodes, registries: Registries, runningDays: number | null): CoherenceRow[] {
  const configured = without(registries.sources, registries.notConfigured)
  const compared: Comparison[] = [
    {
      subject: 'sources',
      unknown: without(stored.sources, registries.sources),
      absent: without(configured, stored.sources),
      isDue: runningDays !== null && runningDays > EVERY_SOURCE_RAN_DAYS,
    },
    {
      subject: 'alerts',
      unknown: without([...new Set([...stored.alerts, ...stored.judgedAlerts])], registries.alerts),
      absent: stored.judgedAlerts.length === 0 ? [] : without(registries.alerts, stored.judgedAlerts),
      isDue: true,
    },
    {
      subject: 'components',
      unknown: without(stored.components ?? [], registries.components),
      absent: stored.components ? without(registries.components, stored.components) : [],
      isDue: true,
    },
    // Some series exist only where their vendor is configured.
    {
      subject: 'series',
      unknown: without(stored.series, registries.series),
      absent: without(registries.series, stored.series),
      isDue: false,
    },
  ]
  return compared.map(({ subject, unknown, absent, isDue }) => ({
    check: 'registry_drift',
    subject,
    severity: unknown.length > 0 || (isDue && absent.length > 0) ? 'warn' : 'info',
    message: [
      ...(unknown.length > 0 ? [`${unknown.length} in rows but in no registry`] : []),
      ...(absent.length > 0 ? [`${absent.length} in the registry but in no row${isDue ? '' : ' yet'}`] : []),
      ...(unknown.length + absent.length === 0 ? ['registry and rows agree'] : []),
    ].join(', '),
    measured: {
      unknown: unknown.slice(0, LISTED_MAX),
      absent: absent.slice(0, LISTED_MAX),
      unknown_count: unknown.length,
      absent_count: absent.length,
    },
  }))
}
