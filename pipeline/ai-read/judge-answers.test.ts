import { describe, expect, test } from 'vitest'
import type { StateFacts } from './describe-state.ts'
import { judgeState, judgeVerdict } from './judge-answers.ts'

const PROMPT = { prompt: 'The regime is RISK-ON. The health score is 61. VIX is at 15.2.' }
const FACTS = { regime: 'RISK-ON', health_score: 61, vix: 15.2 } as StateFacts
const SHAPE = { problem: 'the answer does not fit the schema' }

const STATE = {
  summary: 'The market reads RISK-ON. The health score is 61, and VIX is at 15.2.',
  state: 'calm',
  news_tone: 'mixed',
  news_themes: ['inflation', 'credit', 'technology'],
}

describe('the state', () => {
  test('is taken as it is where its shape and its figures hold', () => {
    expect(judgeState(STATE, FACTS)).toEqual({ value: STATE })
  })

  test.each([
    ['a summary that is too short', { summary: 'Calm: 61, 15.2 now.' }],
    ['a summary that is too long', { summary: 'a'.repeat(701) }],
    ['a state of its own', { state: 'euphoric' }],
    ['a fourth theme', { news_themes: ['fed', 'jobs', 'energy', 'other'] }],
    ['a theme of its own', { news_themes: ['crypto'] }],
    ['a member of its own', { advice: 'buy' }],
  ])('is refused with %s', (_title, change) => {
    expect(judgeState({ ...STATE, ...change }, FACTS)).toEqual(SHAPE)
  })

  test.each(['none', 'calm', 'mixed', 'tense'])('may call the news %s', (tone) => {
    expect(judgeState({ ...STATE, news_tone: tone, news_themes: [] }, FACTS)).toHaveProperty('value')
  })

  test('is refused with a figure that it was not given, and with a forecast', () => {
    expect(judgeState({ ...STATE, summary: 'The health score of the market is 62.' }, FACTS)).toEqual({
      problem: expect.stringMatching(/^summary: /),
    })
    expect(judgeState({ ...STATE, summary: 'The market will rise over the next days.' }, FACTS)).toEqual({
      problem: expect.stringMatching(/^summary: /),
    })
  })
})

test('a figure from a headline does not count as ours, nor does any other fact of the prompt', () => {
  const facts = { ...FACTS, alerts: [{ kind: 'VIX_SPIKE', severity: 'warning', message: 'VIX rose by 3.1 points' }] }
  const told = (summary: string) => judgeState({ ...STATE, summary }, facts)
  expect(told('VIX rose by 3.1 points, and the health score is 61.')).toHaveProperty('value')
  // The prompt held the headline "S&P 500 crashes to 1200, says nobody".
  expect(told('The health score is 61 and the S&P 500 stands at 1200.')).toEqual({
    problem: 'summary: the number 1200 does not occur in what was given',
  })
})

const CALL = { label: 'up', confidence: 3 }
const IDEA = { text: 'MSFT will lead the index.', underlying: 'MSFT', profit_direction: 'up', horizon: 10 }
const VERDICT = {
  whats_happening: STATE.summary,
  rate: 0.2,
  p_small: 0.3,
  p_normal: 0.3,
  p_big: 0.4,
  direction: { '1d': CALL, '3d': CALL, '5d': CALL },
  trade_idea: IDEA,
}

describe('the verdict', () => {
  test.each([
    ['with an idea', {}],
    ['without an idea', { trade_idea: null }],
    ['with an idea that names its own horizon', { trade_idea: { ...IDEA, text: 'MSFT will lead for 10 sessions.' } }],
    ['with the longest horizon', { trade_idea: { ...IDEA, horizon: 20 } }],
    ['with certain sizes', { rate: 1, p_small: 0, p_normal: 0, p_big: 1 }],
    ['with sizes that sum to almost one', { p_small: 0.309 }],
  ])('is taken %s', (_title, change) => {
    expect(judgeVerdict({ ...VERDICT, ...change }, PROMPT)).toEqual({ value: { ...VERDICT, ...change } })
  })

  test.each([
    ['a rate above one', { rate: 1.5 }],
    ['a confidence of six', { direction: { ...VERDICT.direction, '3d': { label: 'up', confidence: 6 } } }],
    ['a horizon of 21 sessions', { trade_idea: { ...IDEA, horizon: 21 } }],
    ['an underlying without stored closes', { trade_idea: { ...IDEA, underlying: 'GME' } }],
    ['no direction', { direction: null }],
  ])('is refused with %s', (_title, change) => {
    expect(judgeVerdict({ ...VERDICT, ...change }, PROMPT)).toEqual(SHAPE)
  })

  test.each([
    ['whats_happening', { whats_happening: 'The health score of the market is 62.' }],
    ['whats_happening', { whats_happening: 'The market will rise over the next days.' }],
    ['trade_idea', { trade_idea: { ...IDEA, text: 'MSFT will gain 7.5 percent.' } }],
  ])('names %s where its text does not hold', (field, change) => {
    expect(judgeVerdict({ ...VERDICT, ...change }, PROMPT)).toEqual({ problem: expect.stringMatching(`^${field}: `) })
  })

  test('is refused where its sizes do not sum to one', () => {
    expect(judgeVerdict({ ...VERDICT, p_small: 0.32 }, PROMPT)).toEqual({
      problem: 'p_small, p_normal and p_big do not sum to 1',
    })
  })
})

test('an idea may name SPY, an index and words in capitals beside its underlying', () => {
  const text = 'MSFT will lead SPY for 10 sessions while VIX is calm, as US ETF flows and AI spending hold in RISK-ON.'
  expect(judgeVerdict({ ...VERDICT, trade_idea: { ...IDEA, text } }, PROMPT)).toHaveProperty('value')
})

test.each([
  ['It will lead the index.', 'does not name MSFT'],
  ['Buy MSFT or NVDA.', 'names NVDA'],
  ['TSLA will lead.', 'does not name MSFT'],
  ['MSFT will lead TSLA.', 'names TSLA'],
  ['MSFT looks better than HYG.', 'names HYG'],
])('an idea whose words are of another underlying than its grade is refused: %s', (text, words) => {
  expect(judgeVerdict({ ...VERDICT, trade_idea: { ...IDEA, text } }, PROMPT)).toEqual({
    problem: expect.stringMatching(new RegExp(`^trade_idea: .*${words}`)),
  })
})
