import type { Instrument } from '../../../shared/domain/trading/instrument.ts'

interface VolumeDetails {
  average_daily_volume: number | null
  /** Why it is null. */
  reason?: string
}

/** What a refusal for size says of the volume that would have allowed more. */
export function volumeDetails(kind: Instrument['kind'], volume: number | null): VolumeDetails {
  if (volume !== null) return { average_daily_volume: Math.round(volume) }
  const reason =
    kind === 'option'
      ? 'of options only the displayed size can be traded'
      : 'its average daily volume is not known, so only the displayed size can be traded'
  return { average_daily_volume: null, reason }
}
