import type { HistoryDay } from '../../pipeline/history/replay.ts'
import type { Regime } from '../../shared/domain/contract/signals.ts'
import { isoWeek } from '../../shared/time/trading-day.ts'
import { linePicture } from './line-picture.ts'

const BACKGROUND: Record<Regime, string> = {
  'RISK-ON': '#e9f5e9',
  CAUTIOUS: '#fbf7dc',
  TRANSITIONAL: '#fdeacb',
  'RISK-OFF': '#f8d2c8',
  PANIC: '#e5a3a3',
}

/** The last session of each week, which is enough to look at and does not reproduce the vendors' daily values. */
function weekly(days: readonly HistoryDay[]): HistoryDay[] {
  return days.filter(({ row }, at) => {
    const next = days[at + 1]
    return !next || isoWeek(next.row.tradeDate) !== isoWeek(row.tradeDate)
  })
}

/** File name and content of each picture. */
export function pictures(all: readonly HistoryDay[]): Map<string, string> {
  const days = weekly(all)
  const shared = {
    dates: days.map(({ row }) => row.tradeDate),
    bands: days.map(({ row }) => (row.regime === null ? null : BACKGROUND[row.regime])),
    min: 0,
    max: 100,
  }
  return new Map([
    [
      'validation-score.svg',
      linePicture({
        ...shared,
        title: 'Health score and its bounds, weekly; paper coloured by regime',
        lines: [
          { name: 'low', color: '#b9b9b9', values: days.map(({ row }) => row.scoreLow) },
          { name: 'high', color: '#b9b9b9', values: days.map(({ row }) => row.scoreHigh) },
          { name: 'score', color: '#1f4e9c', values: days.map(({ row }) => row.healthScore) },
        ],
      }),
    ],
    [
      'validation-fragility.svg',
      linePicture({
        ...shared,
        title: 'Fragility, weekly; paper coloured by regime',
        lines: [{ name: 'fragility', color: '#9c1f3c', values: days.map(({ fragility }) => fragility.score) }],
      }),
    ],
  ])
}
