import { SentimentComparison } from '../../shared/domain/contract/sentiment-comparison.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { EXAMPLE_SENTIMENT_COMPARISON } from '../openapi/examples.ts'

const empty = (reason: string): SentimentComparison => ({
  schema_version: '2026.11',
  rules_version: null,
  as_of: null,
  greed: null,
  mood: null,
  spread: null,
  n: 0,
  sentence: 'Nothing is known.',
  divergences: [],
  reason,
  kinds: [],
})

export const sentimentComparisonRoutes = [
  cycleRoute({
    path: '/api/v1/sentiment-comparison',
    tag: 'signals',
    summary: 'Survey, positioning, options and price compared',
    description:
      'What people say, hold, pay for protection and pay for shares, each ranked in its own history between fear and greed, ' +
      'and where they disagree by 40 points or more.',
    document: 'sentiment-comparison',
    response: SentimentComparison,
    responseDescription: 'The kinds, or why there are none',
    example: EXAMPLE_SENTIMENT_COMPARISON,
    empty,
  }),
]
