import { defineAlert } from './alert.ts'

const split = (mark: string | null): string[] => (mark === null || mark === '' ? [] : mark.split(','))

/**
 * A source without any usable value. Absence is what this kind observes, so it is the one kind that never lacks an
 * input. Two cycles running, both ways: one late answer is no outage, one good answer no recovery.
 */
export const sourceOutage = defineAlert({
  id: 'SOURCE_OUTAGE',
  severity: 'warning',
  series: [],
  sessionsMax: 0,
  intradayOnly: 'it watches cycles, and what failed on past days is not history of the market',
  fires: 'a source has given nothing usable in two cycles running',
  clears: 'every source has delivered in two cycles running',
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
      says: names.length === 0 ? 'Every source delivers' : `No usable value from ${reasons.join(', ')}`,
      firesWhen: 'in two cycles running',
      clearsWhen: names.length === 0 ? 'in two cycles running' : 'every source has delivered in two cycles running',
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
