import { h, note, number, redraw, table } from './dom.js'
import { call, isOk } from './session.js'

// The grades of operators: every era on its own, how reliable stated chances were, and the horizons of directions.

const KINDS = { risk: 'Falls', magnitude: 'Sizes', 'trade-idea': 'Ideas', direction: 'Directions' }

const signed = (value) => (value === null ? 'none' : `${value > 0 ? '+' : ''}${number(100 * value, 1)} %`)
const percent = (value) => (value === null ? 'none' : `${number(100 * value, 1)} %`)
const words = (verdict) => verdict.replace('_', ' ')

const eras = (kind) => [
  ...kind.live.map((era) => ({ ...era, series: 'live' })),
  ...kind.backfill.map((era) => ({ ...era, series: 'simulated months' })),
]

const gradeRow = (name) => (era) => [
  name,
  `${era.variant === 'llm' ? 'LLM' : 'deterministic'}${era.simulated ? ', simulated' : ''}`,
  `${era.era}${era.current ? '' : ', past'}`,
  era.series,
  words(era.verdict),
  number(era.n, 0),
  number(era.n_effective, 0),
  era.n_needed === null ? 'decided' : number(era.n_needed, 0),
  signed(era.skill),
  era.interval === null ? 'none' : `${signed(era.interval[0])} to ${signed(era.interval[1])}`,
  percent(era.rate),
  percent(era.base_rate),
  number(era.pending, 0),
  number(era.unresolved, 0),
]

const HEADINGS = ['Claim', 'Writer', 'Era', 'Series', 'Verdict', 'n#', 'Dates#', 'Needed#', 'Skill#', 'Interval#', 'Came true#', 'Rival#', 'Pending#', 'Unresolved#']

function reliability(named) {
  const rows = named.flatMap(({ name, kind }) =>
    eras(kind)
      .filter((era) => era.current)
      .flatMap((era) =>
        era.reliability.map((part) => [
          name,
          era.variant === 'llm' ? 'LLM' : 'deterministic',
          era.series,
          `${percent(part.from)} to ${percent(part.to)}`,
          number(part.n, 0),
          percent(part.stated),
          percent(part.came),
          `${percent(part.low)} to ${percent(part.high)}`,
        ]),
      ),
  )
  if (rows.length === 0) return note('Fewer than 30 claims of any kind have matured, so the reliability of stated chances is not shown')
  return table('Reliability', ['Claim', 'Writer', 'Series', 'Stated between', 'n#', 'Stated#', 'Came true#', 'Interval of 95 %#'], rows)
}

function draw(named) {
  const [reason] = named.flatMap(({ kind }) => kind.reason ?? [])
  if (reason) return note(reason)
  const rows = named.flatMap(({ name, kind }) => eras(kind).map(gradeRow(name)))
  if (rows.length === 0) return note('No verdict has been written yet')
  const twins = named.flatMap(({ name, kind }) =>
    kind.twin === null
      ? []
      : [h('p', { class: 'small' }, `${name}, the LLM against its twin: ${words(kind.twin.verdict)} over ${number(kind.twin.n, 0)} dates, skill ${signed(kind.twin.skill)}.`)],
  )
  return h('div', {}, table('Grades', HEADINGS, rows), twins, h('h3', {}, 'Reliability'), reliability(named))
}

// Asks for the four routes and draws them; an answer that is refused leaves the card as it is.
export async function loadGrades(token) {
  const answers = await Promise.all(Object.keys(KINDS).map((name) => call(`/api/v1/internal/ai2/grades/${name}`, { token })))
  if (!answers.every(isOk)) return
  const named = Object.values(KINDS).flatMap((name, at) => {
    const { body } = answers[at]
    if (name !== 'Directions') return [{ name, kind: body }]
    return Object.entries(body).map(([horizon, kind]) => ({ name: `Direction ${horizon}`, kind }))
  })
  redraw('grades', named, () => draw(named))
}
