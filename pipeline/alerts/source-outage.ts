import { defineAlert } from './alert.ts'

const split = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(','))

/** The mark keeps the sources without a value in the cycle before, and those that the active episode is about. */
const remember = (now: readonly string[], known: readonly string[]): string =>
  known.length === 0 ? now.join(',') : `${now.join(',')}|${known.join(',')}`

function remembered(mark: string | null): { before: string[]; known: string[] } {
  const [before, known] = (mark ?? '').split('|')
  // A mark of an earlier version names no sources of its episode.
  return { before: split(before), known: split(known ?? before) }
}

/**
 * Fires when a source has no usable value. This kind observes absence, so it alone never lacks an input. It takes two
 * consecutive cycles to fire and to clear: one late answer is not an outage, one good answer not a recovery. A source
 * that fails while another one is out begins a new episode, because a survey that is away for weeks must not hide that
 * the market's quotes are. Each source does so at most once until all have delivered again, so nothing flaps.
 */
export const sourceOutage = defineAlert({
  id: 'SOURCE_OUTAGE',
  severity: 'warning',
  series: [],
  sessionsMax: 0,
  intradayOnly: 'it watches cycles, and failures of past days are not recorded',
  fires: 'a source has had no usable value in two consecutive cycles',
  clears: 'every source has delivered in two consecutive cycles, or another source has begun a new episode',
  read({ missing: absent, cutoff }) {
    const names = absent.map(({ source }) => source).sort()
    const reasons = absent.map(({ source, reason }) => `${source} (${reason})`)
    return {
      status: 'observed',
      observedAt: cutoff,
      value: names.length,
      unit: 'sources',
      fireLine: 1,
      clearLine: 0,
      fires: false,
      clears: false,
      statement: names.length === 0 ? 'Every source has delivered' : `No usable value from ${reasons.join(', ')}`,
      firesWhen: 'in two consecutive cycles',
      clearsWhen:
        names.length === 0 ? 'in two consecutive cycles' : 'every source has delivered in two consecutive cycles',
      change: null,
      inputs: [],
      mark: names.join(','),
    }
  },
  judge({ mark = '' }, { mark: markBefore, active }) {
    const now = split(mark)
    const { before, known } = remembered(markBefore)
    const lasting = now.filter((source) => before.includes(source))
    const joined = active ? lasting.filter((source) => !known.includes(source)) : lasting
    const isOver = markBefore !== null && now.length === 0 && before.length === 0
    const episode = isOver ? [] : active ? [...known, ...joined] : joined
    return {
      fires: joined.length > 0,
      clears: isOver || joined.length > 0,
      mark: remember(now, episode),
      firesWhen: `${lasting.length === now.length ? '' : `${lasting.join(' and ')} `}in two consecutive cycles`,
      ...(joined.length > 0 ? { clearedBy: `and ${joined.join(' and ')} began a new episode` } : {}),
    }
  },
})
