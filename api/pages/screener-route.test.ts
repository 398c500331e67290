import { expect, it } from 'vitest'
import { pageOf } from '../../harness/page-of.ts'
import { textOf } from '../../harness/text-of.ts'
import { readExample } from '../openapi/read-example.ts'
import type { Answer } from './answers.ts'
import { screenerPage } from './screener-route.ts'

type Trust = Answer<'getTrustBoard'>
const trust = readExample<Trust>(import.meta.url, '../screener/trust-board-example.json')
const [archetype] = trust.archetypes

const read = async (changes: object): Promise<string> =>
  textOf(await pageOf(screenerPage, { documents: { '/api/v1/screener/trust-board': { ...trust, ...changes } } }))
const readArchetype = (changes: object): Promise<string> =>
  read({
    false_bettable: { sentence: 'Luck makes one in twenty.' },
    archetypes: [
      {
        ...archetype,
        label: 'Reclaim',
        tier: 'NO-BET',
        side: 'long',
        horizon: 15,
        p_edge: 0.52,
        cohorts_post_lock: 3,
        cohorts_total: 3,
        gauntlet: 'insufficient',
        gauntlet_reason: 'it needs 8 cohorts',
        to_next_tier: 'five more cohorts',
        luck: { sentence: 'One in nine is luck.' },
        contract: { ...archetype!.contract, hit_rate: 0.6, n: 10, placebo_hit_rate: 0.5, placebos: 40 },
        ...changes,
      },
    ],
  })

it('an archetype is shown with its evidence against chance, and what would change it', async () => {
  expect(await readArchetype({})).toContain(
    'What would change it Reclaim NO-BET long, 15 sessions 52 % 3 cohorts 60 % 10 matured; 50 % of 40 placebos insufficient it ' +
      'needs 8 cohorts five more cohorts One in nine is luck. Luck makes one in twenty. P(edge) counts cohorts',
  )
})

it.each([
  ['cohorts of back-fill', { cohorts_total: 5 }, '3 cohorts, 2 more of back-fill 60 %'],
  ['one cohort', { cohorts_post_lock: 1, cohorts_total: 1, p_edge: null }, 'unknown 1 cohort 60 %'],
  [
    'no placebo',
    { contract: { ...archetype!.contract, hit_rate: null, n: 0, placebos: 0 } },
    'unknown 0 matured; no placebo yet',
  ],
  [
    'one placebo without a rate',
    { contract: { ...archetype!.contract, hit_rate: null, n: 0, placebos: 1, placebo_hit_rate: null } },
    '0 matured; unknown of 1 placebo insufficient',
  ],
  [
    'no judgement',
    { gauntlet_reason: null, luck: undefined },
    'insufficient judged at each month’s end five more cohorts Luck makes',
  ],
])('an archetype with %s says so', async (_name, changes, words) => {
  expect(await readArchetype(changes)).toContain(words)
})

it('before the first run the card states why it is empty', async () => {
  expect(await read({ archetypes: [], reason: null })).toContain('No run has been decided yet.')
  expect(await read({ archetypes: [], reason: 'history is loading' })).toContain('History is loading.')
})
