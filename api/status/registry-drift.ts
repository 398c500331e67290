import type { CoherenceRow } from './coherence.ts'

/** Codes the running version knows. */
export interface Registries {
  sources: readonly string[]
  /** Sources nobody can ask as things are set: their absence is no drift. */
  notConfigured: readonly string[]
  alerts: readonly string[]
  components: readonly string[]
  series: readonly string[]
}

/** Codes that rows carry; null where there is nothing to compare with yet. */
export interface StoredCodes {
  sources: readonly string[]
  alerts: readonly string[]
  judgedAlerts: readonly string[]
  components: readonly string[] | null
  series: readonly string[]
}

/** The rarest source is asked once a week. */
const EVERY_SOURCE_RAN_DAYS = 8
const NAMED_MAX = 20

const without = (codes: readonly string[], known: readonly string[]): string[] =>
  codes.filter((code) => !known.includes(code)).sort()

interface Compared {
  subject: string
  /** In rows, and in no registry: data the running version cannot read. */
  unknown: string[]
  /** In the registry, and in no row. */
  absent: string[]
  /** Whether absence means that something does not run. */
  due: boolean
}

/** Codes in registries against codes in rows, both ways. */
export function registryDrift(stored: StoredCodes, registries: Registries, runningDays: number | null): CoherenceRow[] {
  const askable = without(registries.sources, registries.notConfigured)
  const compared: Compared[] = [
    {
      subject: 'sources',
      unknown: without(stored.sources, registries.sources),
      absent: without(askable, stored.sources),
      due: runningDays !== null && runningDays > EVERY_SOURCE_RAN_DAYS,
    },
    {
      subject: 'alerts',
      unknown: without([...new Set([...stored.alerts, ...stored.judgedAlerts])], registries.alerts),
      absent: stored.judgedAlerts.length === 0 ? [] : without(registries.alerts, stored.judgedAlerts),
      due: true,
    },
    {
      subject: 'components',
      unknown: without(stored.components ?? [], registries.components),
      absent: stored.components ? without(registries.components, stored.components) : [],
      due: true,
    },
    // Some series are only there where their vendor is.
    {
      subject: 'series',
      unknown: without(stored.series, registries.series),
      absent: without(registries.series, stored.series),
      due: false,
    },
  ]
  return compared.map(({ subject, unknown, absent, due }) => ({
    check: 'registry_drift',
    subject,
    severity: unknown.length > 0 || (due && absent.length > 0) ? 'warn' : 'info',
    message: [
      ...(unknown.length > 0 ? [`${unknown.length} in rows and in no registry`] : []),
      ...(absent.length > 0 ? [`${absent.length} in the registry and in no row${due ? '' : ' yet'}`] : []),
      ...(unknown.length + absent.length === 0 ? ['registry and rows agree'] : []),
    ].join(', '),
    measured: {
      unknown: unknown.slice(0, NAMED_MAX),
      absent: absent.slice(0, NAMED_MAX),
      unknown_count: unknown.length,
      absent_count: absent.length,
    },
  }))
}
