import { describe, expect, it } from 'vitest'
import { calmSeries, marketInputs, type Wish } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { Report } from '../../shared/domain/contract/report.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { fedWatch } from '../fed/fed-watch.ts'
import { fragility } from '../fragility/fragility.ts'
import { computeSnapshot } from '../snapshot/compute-snapshot.ts'
import { escapeMarkdown } from './markdown.ts'
import { writeReport } from './write-report.ts'

const day = tradingDay('2026-11-20')
const cutoff = instantAt(day, '10:01')
const chain = {
  underlying: 'SPY',
  spot: 671,
  quotedAt: instantAt(day, '09:45'),
  knownAt: cutoff,
  netGamma: 4.2e9,
  callWall: 680,
  putWall: 660,
  contractsUsed: 8123,
  contractsSkipped: 412,
  source: 'options',
}
const snapshotAt = (time: string, wish: Wish = {}) =>
  computeSnapshot(marketInputs('2026-11-20', time, wish), { cycleId: `2026-11-20T${time}`, origin: 'scheduled' })
const scheduledFor = instantAt(day, '10:00')
const live = { scheduledFor, dataMode: 'live' } as const
const wishNow: Wish = { chain, missing: [{ source: 'darkpool', reason: 'status 403: blocked' }] }
const inputsNow = marketInputs('2026-11-20', '10:01', wishNow)
const now = snapshotAt('10:01', wishNow)
const before = snapshotAt('09:46', { quotes: { SPY: 669, VIX: 19.4, VIX3M: 19.8 } })

describe('report', () => {
  it('is named by its slot in Eastern Time', () => {
    const report = writeReport(now, before, live)
    expect(Report.parse(report)).toMatchObject({
      filename: 'report-20261120-100000.md',
      date: '2026-11-20',
      time: '10:00:00',
      timestamp: '2026-11-20T10:00:00',
      week: '2026-W47',
    })
  })

  it('begins with date and time, then states regime and score', () => {
    const { content } = writeReport(now, before, live)
    expect(content).toMatch(
      /^# Market report, 2026-11-20 10:00:00 ET\n\n## Market status\n\nRegime \*\*RISK-ON\*\*\. Health score \*\*\d+ out of 100\*\*/,
    )
  })

  it('matches the stored report', () => {
    expect(writeReport(now, before, { ...live, fragility: fragility(inputsNow) }).content).toMatchSnapshot()
  })

  it('lists what changed, and states when it is the first', () => {
    expect(writeReport(now, before, live).content).toMatch(
      /- VIX: contributes \d+ points, before \d+; 19\.40 to 14\.60\n/,
    )
    expect(writeReport(now, now, live).content).toContain('No contribution moved by a point; regimes')
    expect(writeReport(now, null, live).content).toContain('This is the first report on record.')
    const otherRules = { ...before, rules_version: '2025.01-1' }
    expect(writeReport(now, otherRules, live).content).toContain('computed under other rules')
  })

  it('gives the reason for no score and no regime', () => {
    const empty = computeSnapshot(
      { ...marketInputs('2026-11-20', '10:01'), series: {}, quotes: {} },
      { cycleId: 'x', origin: 'scheduled' },
    )
    const { content } = writeReport(empty, before, live)
    expect(content).toContain('**No regime.** **No health score**: only 0 of 100 points have a reading')
    expect(content).toContain('No gamma levels: no option chain of today or of the session before')
    expect(content).toContain('- VIX dropped out: no value of vix_close is known yet')
    expect(content).toContain('No source has delivered.')
  })

  it('names missing sources, failed runs and simulated data, and attributes every source', () => {
    const runs = [
      { source: 'fred', ok: 0, degraded: 0, error: 'fred-daily: status 500', run_at: '2026-11-20T09:30:00-05:00' },
    ] as const
    const { content } = writeReport(now, before, { scheduledFor, dataMode: 'simulated', runs })
    expect(content).toContain('- Source darkpool does not deliver: status 403: blocked')
    expect(content).toContain('- Run of fred at 2026-11-20 09:30 ET: failed, fred-daily: status 500')
    expect(content).toContain('come from the market simulator')
    expect(content).toContain('- fred: FRED, Federal Reserve Bank of St. Louis')
    expect(writeReport(now, before, live).content).not.toContain('simulator')
  })

  it('attributes data that no component reads: correlations, sector breadth, futures', () => {
    const inputs = marketInputs('2026-11-20', '10:01')
    const dollar = calmSeries('dxy_close', inputs.cutoff).map((point) => ({ ...point, source: 'bars' }))
    const counts = { members: 20, counted50: 20, above50: 9, counted200: 20, above200: 8 }
    const fed = {
      effective: calmSeries('dff', inputs.cutoff, [3.88, 0]),
      upper: calmSeries('fed_target_upper', inputs.cutoff, [4, 0]),
      lower: calmSeries('fed_target_lower', inputs.cutoff, [3.75, 0]),
    }
    const whole = {
      ...inputs,
      series: {
        ...inputs.series,
        dxy_close: dollar,
        dff: fed.effective,
        fed_target_upper: fed.upper,
        fed_target_lower: fed.lower,
      },
      breadth: {
        breadth: { day: tradingDay('2026-11-19'), ...counts, sectors: [{ sector: 'Energy' as const, ...counts }] },
        knownAt: cutoff,
        source: 'breadth',
      },
      fedFutures: ['2026-11', '2026-12', '2027-01'].map((month) => ({ month, price: 96.1, knownAt: cutoff })),
    }
    const context = { cycleId: 'x', origin: 'scheduled' } as const
    const { content } = writeReport(computeSnapshot(whole, context), null, {
      ...live,
      fedWatch: fedWatch(whole, context),
      fragility: fragility(whole),
    })
    for (const id of ['bars', 'breadth', 'fedfunds', 'fred']) expect(content).toMatch(new RegExp(`^- ${id}: \\w`, 'm'))
    expect(content).toContain('- Next meeting 2026-12-09, in 19 days: hold')
    expect(content).toContain('45.0 % (9 of 20) are above')
    expect(writeReport(now, null, live).content).not.toMatch(/^- (bars|breadth|fedfunds): /m)
  })

  it('lets no text of a vendor become markup', () => {
    const evil = '<script>alert(1)</script> [x](javascript:y) | `z`\n# head ![i](u)'
    const snapshot = { ...now, data_quality: { ...now.data_quality, missing: [{ source: 'fred', reason: evil }] } }
    const { content } = writeReport(snapshot, before, live)
    expect(content).not.toMatch(/(?<!\\)<script|(?<!\\)\[x|\n# head|(?<!\\)!\[|(?<!\\)`/)
    expect(escapeMarkdown('a|b\n_c_')).toBe('a\\|b \\_c\\_')
  })
})
