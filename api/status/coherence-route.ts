import { alertRules } from '../../pipeline/alerts/index.ts'
import { sourcesOff } from '../../pipeline/reads/availability.ts'
import { components } from '../../pipeline/signals/index.ts'
import { sources } from '../../pipeline/sources/index.ts'
import { SERIES } from '../../shared/domain/market/series.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import { documentRoute } from '../cache/document-route.ts'
import { knownNow, readNow } from '../database/service-time.ts'
import type { ApiContext } from '../http/context.ts'
import { readExample } from '../openapi/read-example.ts'
import { Coherence, type CoherenceRow, coherenceOf } from './coherence.ts'
import { checkCoherence } from './coherence-checks.ts'
import { storedFacts } from './coherence-view.ts'
import type { Registries } from './registry-drift.ts'

const SNAPSHOT_URL = '/api/v1/signals/latest'

const registriesOf = ({ sourceSetup }: ApiContext): Registries => ({
  sources: sources.map(({ id }) => id),
  notConfigured: Object.keys(sourcesOff(sourceSetup)),
  alerts: alertRules.map(({ id }) => id),
  components: components.map(({ key }) => key),
  series: SERIES,
})

/** Cutoff of the snapshot that a reader of this replica gets from the cache. */
function cachedAsOf({ cache }: ApiContext): Date | null {
  const body = cache.fresh(SNAPSHOT_URL)?.body.toString('utf8')
  const asOf = body && (JSON.parse(body) as { as_of?: unknown }).as_of
  return typeof asOf === 'string' ? new Date(asOf) : null
}

const unavailable = (reason: string): CoherenceRow => ({
  check: 'database',
  subject: 'database',
  severity: 'critical',
  message: `nothing could be checked: ${reason}`,
  measured: {},
})

export const coherenceRoutes = [
  documentRoute({
    path: '/api/v1/coherence',
    class: 'public',
    tag: 'operations',
    summary: 'Whether the parts of the service agree',
    description:
      'Compares parts that ought to agree: the login of the brokerage with its expiry, the newest snapshot with the ' +
      'served one, the option chain with the time, sources with their floor, series with their age, codes in registries ' +
      'with codes in rows, stored signals with each other. Worst first; a check without a finding has a row of its own.',
    response: Coherence,
    responseDescription: 'A row for each finding',
    example: readExample(import.meta.url, './coherence-example.json'),
    topics: ['signals', 'reports', 'sources', 'alerts'],
    stale: false,
    async load(context) {
      const now = await readNow(context)
      const [stored, brokerage] = await Promise.all([
        context.reader.read((sql) => storedFacts(sql, now)),
        context.brokerage.look(now),
      ])
      const facts = { stored, brokerage, cachedAsOf: cachedAsOf(context), registries: registriesOf(context) }
      return { value: { ...coherenceOf(checkCoherence(facts, now)), as_of: easternIso(now) } }
    },
    empty(reason, context) {
      const now = knownNow(context)
      return { ...coherenceOf([unavailable(reason)]), as_of: now && easternIso(now), reason }
    },
  }),
]
