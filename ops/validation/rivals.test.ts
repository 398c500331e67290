import { describe, expect, it } from 'vitest'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import shipped from '../../pipeline/risk/judged-rivals.json' with { type: 'json' }
import { RivalTable } from '../../shared/domain/contract/drawdown-risk.ts'
import { seeded } from '../../shared/domain/seeded.ts'
import { readHistoryData } from './history-data.ts'
import { judgeFalls } from './judge-falls.ts'
import { impliedOdds } from './rivals.ts'

describe('the odds that VIX implies', () => {
  it('agree with simulated walks that are watched once a session', () => {
    const random = seeded(11)
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    for (const vix of [12, 20, 40]) {
      const deviation = vix / 100 / Math.sqrt(252)
      let falls = 0
      const walks = 20_000
      for (let walk = 0; walk < walks; walk++) {
        let [level, peak, fell] = [0, 0, false]
        for (let session = 0; session < 20; session++) {
          level += deviation * normal()
          peak = Math.max(peak, level)
          if (1 - Math.exp(level - peak) >= 0.04) fell = true
        }
        if (fell) falls++
      }
      expect(Math.abs(impliedOdds(vix) - falls / walks), `VIX ${vix}`).toBeLessThan(0.03)
    }
  })

  it('never fall as VIX rises, and stay within 0 and 1', () => {
    const odds = Array.from({ length: 150 }, (_, vix) => impliedOdds(vix + 1))
    odds.forEach((each, at) => {
      expect(each).toBeGreaterThanOrEqual(odds[at - 1] ?? 0)
      expect(each).toBeLessThanOrEqual(1)
    })
  })
})

describe('on synthetic data', () => {
  const { table, walk } = judgeFalls(longHistory('2010-01-04', '2014-12-31', 3))

  it('every rival is judged over the sessions that it and the statement share', () => {
    expect(table.rivals.map(({ rival }) => rival)).toEqual([
      'base_rate',
      'vix_logistic',
      'vix_implied',
      'hy_oas_logistic',
      'distance_200d_logistic',
    ])
    for (const { n, brier, rival_brier, skill } of table.rivals) {
      expect(n).toBeGreaterThan(600)
      expect(n).toBeLessThanOrEqual(walk.statements.length)
      expect(skill).toBeCloseTo(1 - brier / rival_brier, 6)
    }
    expect(() => RivalTable.parse({ ...table, computed_on: '2020-01-01' })).not.toThrow()
  })
})

describe('the shipped table', () => {
  it('has the shape that is served', () => {
    expect(() => RivalTable.parse(shipped)).not.toThrow()
  })

  it.runIf(process.env.HISTORY_DATA)('is what the history gives', { timeout: 120_000 }, () => {
    const { computed_on: _, ...table } = shipped
    expect(judgeFalls(readHistoryData(process.env).values).table).toEqual(table)
  })
})
