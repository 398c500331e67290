import type { GammaLevels, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { DiffEntry } from '../../shared/domain/contract/signals-diff.ts'
import { expiredBetween } from '../gamma/expired-between.ts'
import { hasWallMoved } from '../gamma/walls.ts'
import { shown } from '../maths/shown.ts'
import { diffEntry } from './diff-entry.ts'

const DELIVERS = 'delivers'

/** Entries for data that came, went or is stood in for; they precede the market changes they may cause. */
export function dataEntries(before: SignalsSnapshot, after: SignalsSnapshot): DiffEntry[] {
  const [then, now] = [sourceStates(before), sourceStates(after)]
  const sources = [...new Set([...then.keys(), ...now.keys()])].flatMap((source) => {
    const [from, to] = [then.get(source) ?? DELIVERS, now.get(source) ?? DELIVERS]
    if (from === to) return []
    const text = sourceChange(source, to)
    return [diffEntry({ kind: 'data', subject: source, name: `Source ${source}`, from, to, text })]
  })
  const readings = after.score_components.flatMap((later) => {
    const earlier = before.score_components.find(({ key }) => key === later.key)
    const words = { kind: 'data', subject: later.key, name: later.name } as const
    if (!earlier) return []
    if (earlier.max > 0 && later.max === 0) {
      const text = `${later.name} no longer has a reading: ${later.reason ?? 'no reason is given'}.`
      return [diffEntry({ ...words, from: earlier.value, to: null, text })]
    }
    if (earlier.max === 0 && later.max > 0) {
      return [
        diffEntry({
          ...words,
          from: null,
          to: later.value,
          text: `${later.name} has a reading again: ${later.value}.`,
        }),
      ]
    }
    const [from, to] = [earlier.inputs[0]?.series, later.inputs[0]?.series]
    if (from === undefined || to === undefined || from === to) return []
    const text = `${later.name} is read from ${to} instead of ${from}: the two are not comparable.`
    return [diffEntry({ ...words, from, to, text })]
  })
  return [...sources, ...readings]
}

const sourceChange = (source: string, to: string): string =>
  to === DELIVERS ? `Source ${source} delivers again.` : `Source ${source} is now ${to}.`

const sourceStates = ({ data_quality: { missing, degraded } }: SignalsSnapshot): Map<string, string> =>
  new Map([
    ...degraded.map((source) => [source, 'replaced by its last good value'] as const),
    ...missing.map(({ source }) => [source, 'missing'] as const),
  ])

/**
 * Walls jump from strike to strike, which is no change between strikes that tie in both chains. Zero gamma moves with
 * every quote, so only a change of spot's side is an entry.
 */
export function gammaEntries(before: SignalsSnapshot, after: SignalsSnapshot): DiffEntry[] {
  const [then, now] = [before.gamma_levels, after.gamma_levels]
  if (then.status !== 'ready' || now.status !== 'ready') return []
  const expired = expiredBetween(then, now)
  const end = expired === null ? '.' : `; ${expired}.`
  const wall = (subject: 'call_wall' | 'put_wall', name: string): DiffEntry[] => {
    const [from, to] = [then[subject], now[subject]]
    if (!hasWallMoved(subject, then, now)) return []
    const change = from === null || to === null ? null : shown(to - from)
    const text = `${name}: ${from ?? 'none'} to ${to ?? 'none'} dollars${end}`
    return [
      diffEntry({ kind: 'gamma', subject, name, from: from === null ? null : String(from), to: to === null ? null : String(to), change, unit: 'dollars', text }),
    ] // biome-ignore format: one entry
  }
  const [from, to] = [sideOf(then), sideOf(now)]
  const name = 'Spot against zero gamma'
  const side = from === to ? [] : [diffEntry({ kind: 'gamma', subject: 'zero_gamma', name, from, to, text: `${name}: ${from ?? 'no level'} to ${to ?? 'no level'}${end}` })] // biome-ignore format: one entry
  return [...side, ...wall('call_wall', 'Call wall'), ...wall('put_wall', 'Put wall')]
}

const sideOf = ({ zero_gamma, spot }: GammaLevels): string | null =>
  zero_gamma === undefined || zero_gamma === null ? null : spot >= zero_gamma ? 'above' : 'below'
