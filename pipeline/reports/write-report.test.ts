import { describe, expect, it } from 'vitest'
import { Report } from '../../shared/domain/report.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { marketInputs, type Wish } from '../../test/fixtures/market-inputs/market-inputs.ts'
import { computeSnapshot } from '../signals/compute-snapshot.ts'
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
const now = snapshotAt('10:01', { chain, missing: [{ source: 'darkpool', reason: 'status 403: blocked' }] })
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
      /^# Market report, 2026-11-20 10:00 ET\n\n## Market status\n\nRegime \*\*RISK-ON\*\*\. Health score \*\*\d+ out of 100\*\*/,
    )
  })

  it('reads as it should', () => {
    expect(writeReport(now, before, live).content).toMatchSnapshot()
  })

  it('says what changed, and when it is the first', () => {
    expect(writeReport(now, before, live).content).toMatch(/- VIX: \d+ to \d+ of 10 points \(19\.40 to 14\.60\)/)
    expect(writeReport(now, now, live).content).toContain('Nothing moved by a point.')
    expect(writeReport(now, null, live).content).toContain('This is the first report on record.')
    const otherRules = { ...before, rules_version: '2025.01-1' }
    expect(writeReport(now, otherRules, live).content).toContain('computed by other rules')
  })

  it('says why there is no score and no regime', () => {
    const empty = computeSnapshot(
      { ...marketInputs('2026-11-20', '10:01'), series: {}, quotes: {} },
      { cycleId: 'x', origin: 'scheduled' },
    )
    const { content } = writeReport(empty, before, live)
    expect(content).toContain('**No regime.** **No health score**: only 0 of 100 points have a reading')
    expect(content).toContain('No gamma levels: no option chain quoted today')
    expect(content).toContain('- VIX dropped out: no value of vix_close is known yet')
    expect(content).toContain('No source has delivered.')
  })

  it('names missing sources and failed runs, says when data is simulated, and attributes', () => {
    const runs = [
      { source: 'fred', ok: 0, degraded: 0, error: 'fred-daily: status 500', run_at: '2026-11-20T09:30:00-05:00' },
    ] as const
    const { content } = writeReport(now, before, { scheduledFor, dataMode: 'simulated', runs })
    expect(content).toContain('- Source darkpool did not deliver: status 403: blocked')
    expect(content).toContain('- Run of fred at 2026-11-20 09:30 ET: failed, fred-daily: status 500')
    expect(content).toContain('come from the market simulator')
    expect(content).toContain('- fred: FRED, Federal Reserve Bank of St. Louis')
    expect(writeReport(now, before, live).content).not.toContain('simulator')
  })

  it('lets no word of a vendor become markup', () => {
    const evil = '<script>alert(1)</script> [x](javascript:y) | `z`\n# head ![i](u)'
    const snapshot = { ...now, data_quality: { ...now.data_quality, missing: [{ source: 'fred', reason: evil }] } }
    const { content } = writeReport(snapshot, before, live)
    expect(content).not.toMatch(/(?<!\\)<script|(?<!\\)\[x|\n# head|(?<!\\)!\[|(?<!\\)`/)
    expect(escapeMarkdown('a|b\n_c_')).toBe('a\\|b \\_c\\_')
  })
})
