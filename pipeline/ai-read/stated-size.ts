import { weekdayWords } from '../../shared/time/eastern-words.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { CLASSES, type SizeClass } from '../grading/claim.ts'
import { sessionOfSize } from '../grading/size-session.ts'
import { shown } from '../maths/shown.ts'
import type { EveningRead } from './evening-read.ts'
import type { Magnitude } from './magnitude.ts'

/**
 * The size of the next move with the ranges of its classes, and the sizes that the table cannot distinguish from the
 * likeliest one.
 */
export interface StatedSize extends Magnitude {
  /** The session whose move is stated, from the close before it, as it is graded. */
  session: TradingDay
  /** The other sizes whose probability is within a standard error of that of the class. */
  about_as_likely: SizeClass[]
  /** The absolute moves, in percent, from which on a session counts as normal and as big; null where too few are known. */
  normal_from_pct: number | null
  big_from_pct: number | null
  sentence: string
}

export function statedSize(magnitude: Magnitude, edges: EveningRead['edges'] | undefined, writtenAt: Date): StatedSize {
  const stated = {
    ...magnitude,
    session: sessionOfSize(writtenAt),
    about_as_likely: aboutAsLikely(magnitude),
    normal_from_pct: edges ? shown(100 * edges.normal) : null,
    big_from_pct: edges ? shown(100 * edges.big) : null,
  }
  return { ...stated, sentence: sizeSentence(stated) }
}

/** Two shares of one sample that add up to at most one are compared by the standard error of their difference. */
function aboutAsLikely({ class: likeliest, p_small: small, p_normal: normal, p_big: big, n }: Magnitude): SizeClass[] {
  const shares = { small, normal, big }
  const best = likeliest && shares[likeliest]
  if (best === null) return []
  return CLASSES.filter((size) => {
    const share = shares[size]
    if (size === likeliest || share === null) return false
    const difference = best - share
    return difference <= Math.sqrt((best + share - difference ** 2) / n)
  })
}

function sizeSentence(stated: Omit<StatedSize, 'sentence'>): string {
  const { class: likeliest, about_as_likely: others, session, reason, ...edges } = stated
  if (likeliest === null) return `The size of the next move is not stated: ${reason ?? 'no reason is known'}.`
  const named = (size: SizeClass): string => `${size}${rangeWords(size, edges)}`
  const words =
    others.length === 0
      ? `most likely ${named(likeliest)}`
      : `about as likely to be ${CLASSES.filter((size) => size === likeliest || others.includes(size))
          .map(named)
          .join(' as ')}`
  return `The move on ${weekdayWords(session)} from the previous close, in either direction, is ${words}.`
}

function rangeWords(
  size: SizeClass,
  { normal_from_pct: normal, big_from_pct: big }: Pick<StatedSize, 'normal_from_pct' | 'big_from_pct'>,
): string {
  if (normal === null || big === null) return ''
  const [from, to] = [normal.toFixed(2), big.toFixed(2)]
  return { small: ` (below ${from} %)`, normal: ` (${from} to ${to} %)`, big: ` (${to} % or more)` }[size]
}
