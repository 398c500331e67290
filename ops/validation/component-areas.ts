import { eveningInputs, knownHistory } from '../../pipeline/history/known-history.ts'
import { sessionsOf } from '../../pipeline/history/replay.ts'
import { areaUnderCurve } from '../../pipeline/maths/area-under-curve.ts'
import { quantile } from '../../pipeline/maths/quantile.ts'
import { components } from '../../pipeline/signals/index.ts'
import { readComponents } from '../../pipeline/signals/read-components.ts'
import type { Observation } from '../../shared/domain/market/observation.ts'
import { seeded } from '../../shared/domain/seeded.ts'

/** An area with the interval that a block bootstrap gives. */
export interface Area {
  n: number
  area: number
  low: number
  high: number
}

export interface ComponentAreas {
  name: string
  max: number
  /** By span of which there are sessions: the component alone, and within fifths of VIX, where VIX itself is almost the same. */
  spans: readonly { alone: Area | null; beyondVix: Area | null }[]
}

export interface AreaTable {
  spans: readonly { name: string; sessions: number; rate: number; vix: Area | null }[]
  components: readonly ComponentAreas[]
}

/** The years on which the curves were checked, in two halves, and the later ones, which alone can judge them. */
const SPANS = [
  ['2003 to 2011', '2003', '2012'],
  ['2012 to 2019', '2012', '2020'],
  ['2020 and later', '2020', '9999'],
] as const
const FALL_SHARE = 0.04
const FALL_SESSIONS = 20
const FIFTHS = 5
const BLOCK_SESSIONS = 60
const RESAMPLES = 200
/** If there are fewer sessions, an interval would span everything. */
const SESSIONS_MIN = 200

interface Judged {
  day: string
  vix: number
  came: boolean
  fractions: readonly (number | null)[]
}
interface Scored {
  score: number
  vix: number
  came: boolean
}

/**
 * Returns how well each component told apart the sessions before a fall of 4 % within 20 sessions, compared with VIX
 * alone.
 */
export function judgeComponents(values: readonly Observation[]): AreaTable {
  const judged = judgedSessions(values)
  const spans = SPANS.map(([name, from, to]) => ({
    name,
    sessions: judged.filter(({ day }) => day >= from && day < to),
  })).filter(({ sessions }) => sessions.length > 0)
  return {
    spans: spans.map(({ name, sessions }) => ({
      name,
      sessions: sessions.length,
      rate: sessions.filter(({ came }) => came).length / Math.max(1, sessions.length),
      vix: areaOf(
        sessions.map(({ vix, came }) => ({ score: vix, vix, came })),
        alone,
      ),
    })),
    components: components.map(({ name, max }, at) => ({
      name,
      max,
      spans: spans.map(({ sessions }) => {
        const scored = sessions.flatMap(({ vix, came, fractions }) => {
          const fraction = fractions[at]
          return fraction === null || fraction === undefined ? [] : [{ score: -fraction, vix, came }]
        })
        return { alone: areaOf(scored, alone), beyondVix: areaOf(scored, withinFifths) }
      }),
    })),
  }
}

function judgedSessions(values: readonly Observation[]): Judged[] {
  const history = knownHistory(values)
  const inputsAt = eveningInputs(history)
  const closes = new Map((history.get('spy_close') ?? []).map(({ day, value }) => [day, value]))
  const days = sessionsOf(history)
  return days.flatMap((day, at) => {
    const inputs = inputsAt(day)
    const vix = inputs.series.vix_close?.at(-1)?.value
    const now = closes.get(day)
    const next = days.slice(at + 1, at + 1 + FALL_SESSIONS).flatMap((later) => closes.get(later) ?? [])
    if (vix === undefined || now === undefined || next.length < FALL_SESSIONS) return []
    const came = Math.min(...next) / now - 1 <= -FALL_SHARE
    const fractions = readComponents(inputs).map(({ reading }) =>
      reading.status === 'ready' ? reading.pointsFraction : null,
    )
    return [{ day, vix, came, fractions }]
  })
}

const alone = (list: readonly Scored[]): number | null => areaUnderCurve(list)?.area ?? null

/** The area over pairs of the same fifth of VIX. */
function withinFifths(list: readonly Scored[]): number | null {
  const levels = list.map(({ vix }) => vix).sort((a, b) => a - b)
  const edges = Array.from({ length: FIFTHS - 1 }, (_, at) => quantile(levels, (at + 1) / FIFTHS) ?? 0)
  const fifths = Map.groupBy(list, ({ vix }) => edges.filter((edge) => vix >= edge).length)
  let [sum, pairs] = [0, 0]
  for (const fifth of fifths.values()) {
    const found = areaUnderCurve(fifth)
    if (!found) continue
    sum += found.area * found.pairs
    pairs += found.pairs
  }
  return pairs === 0 ? null : sum / pairs
}

function areaOf(list: readonly Scored[], measure: (list: readonly Scored[]) => number | null): Area | null {
  const area = list.length < SESSIONS_MIN ? null : measure(list)
  if (area === null) return null
  const random = seeded(1)
  const drawn = Array.from({ length: RESAMPLES }, () => measure(resampled(list, random)) ?? area).sort((a, b) => a - b)
  return { n: list.length, area, low: quantile(drawn, 0.025) ?? area, high: quantile(drawn, 0.975) ?? area }
}

/** As many sessions again, in blocks, since neighbouring sessions see the same fall. */
function resampled(list: readonly Scored[], random: () => number): Scored[] {
  const drawn: Scored[] = []
  while (drawn.length < list.length) {
    const start = Math.floor(random() * list.length)
    for (let step = 0; step < BLOCK_SESSIONS && drawn.length < list.length; step++)
      drawn.push(list[(start + step) % list.length]!)
  }
  return drawn
}
