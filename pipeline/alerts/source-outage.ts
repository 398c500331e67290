import { defineAlert } from './alert.ts'

const split = (mark: string | null): string[] => (mark === null || mark === '' ? [] : mark.split(','))

/**
 * Fires when a source has no usable value. This kind observes absence, so it alone never lacks an input. It takes two
 * consecutive cycles to fire and to clear: one late answer is not an outage, one good answer not a recovery.
 */
export const sourceOutage = defineAlert({
  id: 'SOURCE_OUTAGE',
  severity: 'warning',
  series: [],
  sessionsMax: 0,
  intradayOnly: 'it watches cycles, and failures of past days are not recorded',
  fires: 'a source has had no usable value in two consecutive cycles',
  clears: 'every source has delivered in two consecutive cycles',
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
  judge({ mark = '' }, { mark: markBefore }) {
    const [now, before] = [split(mark), split(markBefore)]
    return {
      fires: now.some((source) => before.includes(source)),
      clears: markBefore !== null && now.length === 0 && before.length === 0,
      mark,
    }
  },
})
