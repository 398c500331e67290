import type { Area, AreaTable } from './component-areas.ts'
import { table } from './markdown-table.ts'

/** The section of docs/validation.md that compares each component with VIX alone. */
export const areasSection = ({ spans, components }: AreaTable): string => `## Each component against VIX alone

The area under the curve: the share of pairs, one session before a fall of 4 % within 20 sessions and one without, in which the component was worse before the fall. A fall counts here from the session’s own close; the served rate counts one from any close of the 20 sessions to a later one, which is more frequent. 0.5 is chance, less points the wrong way. "Beyond VIX" compares only sessions of the same fifth of VIX. The intervals hold 95 % of 200 resamples in blocks of 60 sessions. Where an interval contains 0.5, these years cannot tell the component from chance.

${spans.map(({ name, sessions, rate, vix }) => `- ${name}: ${sessions} sessions, ${(100 * rate).toFixed(0)} % before such a fall; VIX alone ${shown(vix)}.`).join('\n')}

${table(
  ['component', 'points', ...spans.flatMap(({ name }) => [`${name}: alone`, 'beyond VIX', 'n'])],
  components.map(({ name, max, spans: areas }) => [
    name,
    max,
    ...areas.flatMap(({ alone, beyondVix }) => [shown(alone), shown(beyondVix), alone?.n ?? 0]),
  ]),
)}
`

const shown = (area: Area | null): string =>
  area === null ? 'too short' : `${area.area.toFixed(2)} (${area.low.toFixed(2)} to ${area.high.toFixed(2)})`
