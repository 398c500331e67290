import { LEVELS, type LevelName, type SignalLevel } from '../../shared/domain/contract/signals.ts'

/** Levels are equal fifths of a component's points, best first. */
const FRACTION_MIN = [0.8, 0.6, 0.4, 0.2, 0] as const

export function levelOf(fraction: number): LevelName {
  const index = FRACTION_MIN.findIndex((least) => fraction >= least)
  return LEVELS[index === -1 ? LEVELS.length - 1 : index]!.level
}

export function signalLevel(level: LevelName, label: string): SignalLevel {
  const found = LEVELS.find((each) => each.level === level)!
  return { level: found.level, color: found.color, label }
}
