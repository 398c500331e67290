import type { SeriesId } from '../../shared/domain/market/series.ts'
import { type SourceId, VENDORS, type VendorId } from '../../shared/domain/market/source-id.ts'
import type { OffReason, SourceSetup } from '../../shared/domain/market/source-setup.ts'
import { TERMS, VENDOR_FACTS } from '../../shared/domain/market/vendor-facts.ts'
import { alertRules } from '../alerts/index.ts'
import { components } from '../signals/index.ts'
import { sources } from '../sources/index.ts'
import type { Source } from '../sources/source.ts'
import { vendorsOff } from '../sources/vendors-off.ts'

const vendorsOf = ({ gives }: Source): VendorId[] => VENDORS.filter((vendor) => gives[vendor])

/** Sources that are off under the settings, and why; a source that has lost only some of its vendors stays on. */
export function sourcesOff(setup: SourceSetup): Partial<Record<SourceId, OffReason>> {
  const off = vendorsOff(setup)
  return Object.fromEntries(
    sources.flatMap((source): [SourceId, OffReason][] => {
      if (source.id === 'aaii' && setup.live && !setup.hasDropDir) return [[source.id, 'not_configured']]
      if (source.id === 'prints') return setup.hasPrints ? [] : [[source.id, 'not_configured']]
      const vendors = vendorsOf(source)
      const lost = vendors.filter((vendor) => off.has(vendor))
      const isOff = source.needsAll ? lost.length > 0 : lost.length === vendors.length
      return isOff ? [[source.id, 'not_accepted']] : []
    }),
  )
}

/** Readers of the lost series; `partly` lists components that also read other series. */
export interface Dependants {
  components: string[]
  partly: string[]
  alerts: string[]
}

export function dependantsOf(lost: ReadonlySet<SeriesId>): Dependants {
  const readers = components.filter(({ series }) => series.some((id) => lost.has(id)))
  const isWhole = ({ key, series }: (typeof components)[number]) =>
    key === 'gex' ? series.every((id) => lost.has(id)) : true
  return {
    components: readers.filter(isWhole).map(({ name }) => name),
    partly: readers.filter((reader) => !isWhole(reader)).map(({ name }) => name),
    alerts: alertRules.filter(({ series }) => series.some((id) => lost.has(id))).map(({ id }) => id),
  }
}

/** One line for each vendor or source that is off: what would switch it on, and what depends on it. */
export function whatIsOff(setup: SourceSetup): string[] {
  const off = vendorsOff(setup)
  const lines = TERMS.flatMap((terms) => {
    const vendors = new Set([...off].filter((vendor) => VENDOR_FACTS[vendor].terms === terms))
    const losing = sources.filter((source) => vendorsOf(source).some((vendor) => vendors.has(vendor)))
    return vendors.size === 0
      ? []
      : [`off: ${terms} (terms: ACCEPT_TERMS=${terms}) - ${loss(losing, (vendor) => vendors.has(vendor))}`]
  })
  // In the simulator the survey is always on, and chains are used in place of prints.
  const notConfigured = setup.live ? sources.filter(({ id }) => sourcesOff(setup)[id] === 'not_configured') : []
  return [
    ...lines,
    ...notConfigured.map(
      (source) =>
        `off: ${source.id} (${source.id === 'aaii' ? 'AAII_DROP_DIR' : 'FLOW_PRINTS_TOKEN'}) - ${loss([source], () => true)}`,
    ),
  ]
}

function loss(losing: readonly Source[], isLost: (vendor: VendorId) => boolean): string {
  const gone = (source: Source): VendorId[] =>
    vendorsOf(source).filter((vendor) => source.needsAll === true || isLost(vendor))
  const series = new Set(losing.flatMap((source) => gone(source).flatMap((vendor) => source.gives[vendor]!.series)))
  const also = losing.flatMap((source) => gone(source).flatMap((vendor) => source.gives[vendor]!.also ?? []))
  const whole = losing.filter((source) => gone(source).length === vendorsOf(source).length)
  const { components: names, partly, alerts } = dependantsOf(series)
  const routes = [...new Set(whole.flatMap((source) => source.routes))]
  const parts = [
    listed('component', names),
    listed('part of component', partly),
    listed('alert', alerts),
    listed(
      'source',
      whole.map(({ id }) => id),
    ),
    listed('route', routes),
    also.join(', '),
  ]
  return parts.filter(Boolean).join('; ')
}

const listed = (noun: string, names: readonly string[]): string =>
  names.length === 0 ? '' : `${noun}${names.length > 1 ? 's' : ''} ${names.join(', ')}`
