import { expect, test } from 'vitest'
import { ALERT_RULES_VERSION, alertRules } from './index.ts'

/** Fires and records of different lines are not comparable, so a line changes together with the version of the rules. */
test('the lines of each alert are those of the version of the rules that every alert names', () => {
  expect(ALERT_RULES_VERSION).toBe('2026.11-4')
  expect(Object.fromEntries(alertRules.map(({ id, fires, clears }) => [id, [fires, clears]]))).toMatchInlineSnapshot(`
    {
      "BREADTH_COLLAPSE": [
        "25 % of members or fewer are above their 50-day average",
        "40 % of members or more are above it",
      ],
      "BREADTH_DIVERGENCE": [
        "SPY is within 1 % of its 252-session high while 50 % of members or fewer are above their 50-day average",
        "60 % of members or more are above it, or SPY is 5 % or more below its high",
      ],
      "BREAKEVEN_SPIKE": [
        "10-year breakeven inflation has risen by 2 or more usual 20-session moves, and by 0.15 points or more",
        "it has risen by 1 usual 20-session move or less",
      ],
      "CORRELATION_BREAK": [
        "the 20-session correlation of SPY and VIX is -0.3 or more, and in the top 1 % of its own year",
        "it is -0.5 or less",
      ],
      "CURVE_INVERSION": [
        "the 10-year Treasury yields less than the 2-year one",
        "it yields 0.15 points more than the 2-year one, or above that",
      ],
      "DIX_EXTREME": [
        "the 5-session mean of DIX is at or above its 98th or at or below its 2nd percentile of its own year",
        "it is back between its 10th and 90th percentile",
      ],
      "DOLLAR_SURGE": [
        "the broad dollar has risen by 2.5 % or more in 20 sessions",
        "it has risen by 1 % or less",
      ],
      "GEX_NEGATIVE": [
        "dealer gamma is zero or negative, by a figure of certain sign: hedging amplifies market moves instead of damping them",
        "it is 0.25 times its usual size or more, by a figure of certain sign",
      ],
      "HY_OAS_WIDENING": [
        "HY OAS has widened by 0.7 points or more in 20 sessions",
        "it has widened by 0.2 points or less",
      ],
      "OIL_SPIKE": [
        "oil has risen by 20 % or more in 20 sessions",
        "it has risen by 10 % or less",
      ],
      "REGIME_CHANGE": [
        "the market regime differs from the previous observation",
        "one whole session has passed after the day it changed, or a worse regime has begun a new episode",
      ],
      "SOURCE_OUTAGE": [
        "a source has had no usable value in two consecutive cycles",
        "every source has delivered in two consecutive cycles, or another source has begun a new episode",
      ],
      "VIX_BACKWARDATION": [
        "VIX / VIX3M is 1 or more",
        "the ratio is 0.95 or less",
      ],
      "VIX_PANIC": [
        "VIX is at the regime's panic line or above: 2.2 times its mean of a year, from 30 to 40",
        "VIX is at the regime's stress line or below: 1.7 times that mean, from 25 to 28",
      ],
      "VIX_SPIKE": [
        "VIX is 1.5 times its 20-session median or more, and 18 or more",
        "it is 1.2 times the median or less",
      ],
      "WTI_SHOCK": [
        "oil has moved 3 or more usual 5-session moves, up or down, and 6 % of its price or more",
        "its 5-session move is 1.5 usual moves or less",
      ],
      "ZERO_GAMMA_LOST": [
        "SPY is 0.25 % or more below the price at which dealer gamma is zero",
        "SPY is 0.25 % or more above it",
      ],
    }
  `)
})
