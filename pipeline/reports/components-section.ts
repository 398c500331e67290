import type { ScoreComponent, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { rankOf } from '../inputs/cite.ts'
import { table } from './markdown.ts'

/** Absent components stay in the table: a list without them would look complete. */
export function componentsSection(snapshot: SignalsSnapshot): string {
  const header = ['Component', 'Reading', 'Points', 'Contribution', 'Percentile', 'Level', 'Trend of 5 sessions', 'For']
  const rows = snapshot.score_components.map((component) => row(component, snapshot))
  return `## Components\n\n${table(header, rows)}`
}

function row(component: ScoreComponent, { signal_levels, trends }: SignalsSnapshot): string[] {
  const { key, name, value, points, max, contribution, percentile, inputs } = component
  const level = signal_levels[key]
  return [
    name,
    value,
    max === 0 ? 'n/a' : `${points} / ${max}`,
    max === 0 ? 'n/a' : String(contribution),
    percentile === null ? '' : rankOf(percentile),
    level ? `${level.level}: ${level.label}` : '',
    trends[key]?.direction ?? '',
    inputs[0]?.for.replace('T', ' ').slice(0, 16) ?? '',
  ]
}
