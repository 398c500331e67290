import { expect, test } from 'vitest'
import { type Registries, registryDrift, type StoredCodes } from './registry-drift.ts'

const REGISTRIES: Registries = {
  sources: ['market', 'fred', 'dropped'],
  notConfigured: ['dropped'],
  alerts: ['VIX_PANIC', 'OIL_SPIKE'],
  components: ['vix', 'dix'],
  series: ['vix_close', 'wti'],
}
const STORED: StoredCodes = {
  sources: ['fred', 'market'],
  alerts: ['VIX_PANIC'],
  judgedAlerts: ['VIX_PANIC', 'OIL_SPIKE'],
  components: ['vix', 'dix'],
  series: ['vix_close', 'wti'],
}
const drift = (stored: Partial<StoredCodes> = {}, runningDays: number | null = 9) =>
  Object.fromEntries(
    registryDrift({ ...STORED, ...stored }, REGISTRIES, runningDays).map(({ subject, severity, message, measured }) => [
      subject,
      { severity, message, ...measured },
    ]),
  )

test('registries and rows that agree give no drift, and a source without configuration is not missed', () => {
  const agreed = {
    severity: 'info',
    message: 'registry and rows agree',
    unknown: [],
    absent: [],
    unknown_count: 0,
    absent_count: 0,
  }
  expect(drift()).toEqual({ sources: agreed, alerts: agreed, components: agreed, series: agreed })
})

test('a code in rows but in no registry is a warning for every kind of code', () => {
  const unknown = drift({
    sources: [...STORED.sources, 'tea'],
    alerts: ['MOON_PHASE'],
    judgedAlerts: [...STORED.judgedAlerts, 'MOON_PHASE'],
    components: ['vix', 'dix', 'tea'],
    series: [...STORED.series, 'tea'],
  })
  for (const found of Object.values(unknown))
    expect(found).toMatchObject({ severity: 'warn', message: '1 in rows but in no registry', unknown_count: 1 })
})

test('a source without a row is a warning after more than eight days, because even the rarest source has been fetched by then', () => {
  const absent = (days: number | null) => drift({ sources: ['market'] }, days).sources
  expect(absent(8.01)).toMatchObject({ severity: 'warn', message: '1 in the registry but in no row', absent: ['fred'] })
  expect(absent(8)).toMatchObject({ severity: 'info', message: '1 in the registry but in no row yet' })
  expect(absent(null)).toMatchObject({ severity: 'info' })
})

test('an alert or a component without a row is a warning as soon as any is stored, a series never', () => {
  expect(drift({ judgedAlerts: ['VIX_PANIC'] }).alerts).toMatchObject({ severity: 'warn', absent: ['OIL_SPIKE'] })
  expect(drift({ alerts: [], judgedAlerts: [] }).alerts).toMatchObject({ severity: 'info', absent_count: 0 })
  expect(drift({ components: ['vix'] }).components).toMatchObject({ severity: 'warn', absent: ['dix'] })
  expect(drift({ components: null }).components).toMatchObject({ severity: 'info', absent_count: 0 })
  expect(drift({ series: [] }).series).toMatchObject({ severity: 'info', absent: ['vix_close', 'wti'] })
})

test('twenty codes are named, in their order, and all are counted', () => {
  const many = Array.from({ length: 25 }, (_, at) => `s${String(24 - at).padStart(2, '0')}`)
  const measured = registryDrift({ ...STORED, series: [...STORED.series, ...many] }, REGISTRIES, 9).at(-1)!.measured
  expect(measured).toMatchObject({ unknown: many.toSorted().slice(0, 20), unknown_count: 25 })
})
