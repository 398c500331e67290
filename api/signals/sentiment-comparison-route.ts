import { SentimentComparison } from '../../shared/domain/contract/sentiment-comparison.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { readExample } from '../openapi/read-example.ts'

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
      'Surveys, positions, prices of protection and prices of shares, each ranked in its own history between fear and ' +
      'greed, and the pairs that differ by 40 points or more.',
    document: 'sentiment-comparison',
    response: SentimentComparison,
    responseDescription: 'The kinds, or the reason why there are none',
    example: readExample(import.meta.url, './sentiment-comparison-example.json'),
    empty,
  }),
]
