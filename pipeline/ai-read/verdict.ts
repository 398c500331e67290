import { counted } from '../../shared/domain/number-words.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { EveningInputs } from '../risk/evening.ts'
import type { Band } from '../risk/falls.ts'
import { type EveningRead, eveningRead, type RiskRead } from './evening-read.ts'
import type { Likelihood } from './likelihood.ts'
import type { Magnitude } from './magnitude.ts'
import { type StatedSize, statedSize } from './stated-size.ts'
import type { WatchLine } from './watch-lines.ts'

/** The last line of every uncertainty note; it never changes. */
export const CEILING =
  'Limits: the stated sizes restate what options imply, no direction is forecast, and nothing here is advice.'

const DOWNTURN = { low: 'quiet', elevated: 'tightening', high: 'deteriorating' } as const satisfies Record<Band, string>

export interface Verdict {
  risk: RiskRead
  magnitude: StatedSize
  regime: { label: string | null; days: number; sentence: string }
  downturn_read: { label: (typeof DOWNTURN)[Band] | null; graded: false }
  what_flips_it: WatchLine[]
  whats_happening: { text: string; writer: 'deterministic'; written_at: string }
  likelihood: Likelihood
  uncertainty_note: string
}

/** The engine's words about a session. */
export interface SessionRead {
  /** Absent while no session is known. */
  day?: TradingDay
  regime: string | null
  regimeReason: string
  healthScore: number | null
  livePoints: number
  /** Sessions in this regime, including this one. */
  regimeDays: number
  /** True where rows are missing before them, so the regime may have lasted longer. */
  isRegimeOlder?: boolean
}

/** The deterministic verdict of an evening, by the same code that writes those of live slots. */
export function deterministicVerdict(
  inputs: EveningInputs,
  session: SessionRead & { ratesBefore: readonly (number | null)[] },
): Verdict {
  const evening = eveningRead(inputs, session.ratesBefore)
  return verdictOf({ evening, session, lines: evening.lines, writtenAt: inputs.cutoff })
}

export interface VerdictParts {
  /** The newest evening that was over. */
  evening: EveningRead
  session: SessionRead
  lines: WatchLine[]
  writtenAt: Date
  /** True if the forward grade of stated sizes is better than a third each; absent: it is not known to be. */
  sizesConfirmed?: boolean
  /** The sentence on what has changed since the evening, or nothing. */
  since?: string
}

/** A passthrough of validated statements, without any direction. */
export function verdictOf({
  evening,
  session,
  lines,
  writtenAt,
  sizesConfirmed = false,
  since = '',
}: VerdictParts): Verdict {
  const { risk, likelihood } = evening
  const calibrated = sizesConfirmed && evening.magnitude.class !== null
  const magnitude = statedSize({ ...evening.magnitude, calibrated }, evening.edges, writtenAt)
  const regime = regimeOf(session)
  return {
    risk,
    magnitude,
    regime,
    downturn_read: { label: risk.band === null ? null : DOWNTURN[risk.band], graded: false },
    what_flips_it: lines,
    whats_happening: {
      text: narrative({ risk, magnitude, regime, lines, session }),
      writer: 'deterministic',
      written_at: easternIso(writtenAt),
    },
    likelihood,
    uncertainty_note: uncertaintyNote(session, magnitude, since),
  }
}

function regimeOf({ regime, regimeReason, regimeDays, isRegimeOlder }: SessionRead): Verdict['regime'] {
  if (regime === null) return { label: null, days: 0, sentence: regimeReason }
  return {
    label: regime,
    days: regimeDays,
    sentence: `The regime has been ${regime} for ${isRegimeOlder ? 'at least ' : ''}${counted(regimeDays, 'session')}.`,
  }
}

interface Parts extends Pick<Verdict, 'risk' | 'magnitude' | 'regime'> {
  lines: readonly WatchLine[]
  session: SessionRead
}

function narrative({ risk, magnitude, regime, lines, session }: Parts): string {
  const percent = (rate: number) => `${(100 * rate).toFixed(0)} %`
  const sentences = [
    regime.sentence,
    session.healthScore === null ? '' : `Health is ${session.healthScore} of 100.`,
    risk.rate === null || risk.base_rate === null
      ? ''
      : `Scaled to this VIX, ${percent(risk.rate)} of past sessions were followed by a fall of 4 % or more within 20 sessions; over all sessions, unscaled, the rate is ${percent(risk.base_rate)}.`,
    magnitude.class === null ? '' : magnitude.sentence,
    lines[0] ? `Nearest line: ${lines[0].text}.` : '',
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

const ALL_POINTS = 100

function sizeNote({ reason, calibrated }: Magnitude): string {
  if (reason !== null) return `The size of the next move is not stated: ${reason}.`
  return calibrated
    ? 'The stated sizes have been better than a third each since they are graded.'
    : 'The size of the next move is uncalibrated until its forward grade confirms it.'
}

function uncertaintyNote({ livePoints }: SessionRead, magnitude: Magnitude, since: string): string {
  const notes = [
    since,
    livePoints < ALL_POINTS ? `Components worth ${ALL_POINTS - livePoints} of the 100 points had no reading.` : '',
    sizeNote(magnitude),
  ]
  return [...notes.filter((note) => note !== ''), CEILING].join(' ')
}
