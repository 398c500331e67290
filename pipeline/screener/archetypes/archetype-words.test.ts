import { expect, test } from 'vitest'
import { firingInput } from '../../../harness/fixtures/archetype-paths.ts'
import { noiseWorld, worldInput } from '../../../harness/fixtures/screener-world.ts'
import { ARCHETYPE_IDS } from '../../../shared/domain/contract/screener-ids.ts'
import { addBar, emptyState } from '../indicators.ts'
import { nameView, returnOver } from '../name-view.ts'
import { barAt } from '../price-table.ts'
import { archetypeOf, archetypes } from './index.ts'

test.each(ARCHETYPE_IDS)('%s: its score, its facts and its sentences on its own path', (id) => {
  const archetype = archetypeOf(id)
  expect(archetype.fires(firingInput(archetype))).toMatchSnapshot()
})

test('side, horizon and needed facts of each archetype are those of its rules version', () => {
  const lines = archetypes.map((each) => `${each.id}: ${each.side}, ${each.horizon} bars, ${each.confluenceMin} facts`)
  expect(lines).toMatchInlineSnapshot(`
    [
      "capitulation_reversal: long, 10 bars, 2 facts",
      "oversold_quality: long, 10 bars, 2 facts",
      "post_earnings_base: long, 20 bars, 2 facts",
      "relative_strength_reclaim: long, 15 bars, 2 facts",
      "parabolic_exhaustion: short, 5 bars, 2 facts",
      "failed_breakout: short, 10 bars, 2 facts",
      "breakdown_retest: short, 10 bars, 2 facts",
      "crowded_complacency: short, 20 bars, 2 facts",
    ]
  `)
  expect(archetypes.filter(({ needs }) => needs === 'volume').map(({ id }) => id)).toEqual(['post_earnings_base'])
})

/** How often each archetype fires and is confirmed in noise, and the sums of its scores and of its facts. */
test('in the same noise each archetype finds the same setups', () => {
  const { table } = worldInput(noiseWorld({ seed: 5, tickers: 40, sessions: 600 }))
  const found = new Map(ARCHETYPE_IDS.map((id) => [id, { fired: 0, confirmed: 0, score: 0, facts: 0 }]))
  const market = emptyState()
  const names = table.columns.map(() => emptyState())
  for (let at = 0; at < table.days.length; at++) {
    addBar(market, barAt(table.columns[0]!, at)!)
    const spy = nameView(market, null)
    for (const [index, state] of names.entries()) {
      addBar(state, barAt(table.columns[index]!, at)!)
      if (at < 252 || index === 0) continue
      const input = {
        name: nameView(state, null),
        market: spy,
        barDay: table.days[at]!,
        dayAgo: (bars: number) => table.days[at - bars]!,
        marketReturn: (bars: number) => returnOver(spy, bars),
        barsSinceReport: (at + index) % 60,
      }
      for (const { id, fires, confirms } of archetypes) {
        const counted = found.get(id)!
        if (confirms(input)) counted.confirmed++
        const firing = fires(input)
        if (!firing) continue
        counted.fired++
        counted.score += firing.score
        counted.facts += firing.confluence.length
      }
    }
  }
  const lines = [...found].map(
    ([id, { fired, confirmed, score, facts }]) =>
      `${id}: fired ${fired}, confirmed ${confirmed}, scores ${score}, facts ${facts}`,
  )
  expect(lines).toMatchInlineSnapshot(`
    [
      "capitulation_reversal: fired 426, confirmed 4210, scores 7708, facts 956",
      "oversold_quality: fired 344, confirmed 5974, scores 8637, facts 1012",
      "post_earnings_base: fired 27, confirmed 4209, scores 54, facts 76",
      "relative_strength_reclaim: fired 81, confirmed 3347, scores 2398, facts 216",
      "parabolic_exhaustion: fired 516, confirmed 4760, scores 14365, facts 1067",
      "failed_breakout: fired 663, confirmed 5876, scores 28733, facts 1551",
      "breakdown_retest: fired 592, confirmed 1535, scores 23118, facts 2293",
      "crowded_complacency: fired 70, confirmed 5255, scores 1056, facts 213",
    ]
  `)
})
