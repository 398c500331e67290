import { expect, it } from 'vitest'
import { pageOf } from '../../harness/page-of.ts'
import { textOf } from '../../harness/text-of.ts'
import { readExample } from '../openapi/read-example.ts'
import type { Answer } from './answers.ts'
import { verdictsPage } from './verdicts-route.ts'

const history = readExample<Answer<'listVerdicts'>>(import.meta.url, '../ai/history-example.json')
const verdict = readExample<Answer<'getVerdict'>>(import.meta.url, '../ai/verdict-example.json')
const [cycle] = history.cycles

const read = async (changes: object = {}): Promise<string> =>
  textOf(
    await pageOf(verdictsPage, {
      documents: { '/api/v1/ai2/verdict': verdict, '/api/v1/ai2/history': { ...history, ...changes } },
    }),
  )
const readCycle = (changes: object): Promise<string> =>
  read({ cycles: [{ ...cycle, state: null, llm: null, fallback: null, ...changes }] })

const idea = { underlying: 'SPY', profit_direction: 'up', horizon: 5 }
const llm = (trade: object) => ({
  verdict: { direction: { h5: { label: 'up', confidence: 3 }, h20: { label: 'flat', confidence: 1 } }, ...trade },
})

it('a cycle shows its verdict and the text of each writer', async () => {
  const { magnitude, risk } = cycle!.verdict!
  const own = `risk ${risk.band}, ${magnitude.class} move`
  const state = { text: 'The tape reads RISK-ON.', writer: 'template' }
  const said = {
    state,
    llm: llm({ trade_idea: 'buy a call', trade_idea_meta: idea }),
    fallback: 'the first answer was no JSON',
  }
  expect(await readCycle(said)).toContain(
    `Thu 19 Nov 2026, 09:40 ET scheduled ${own} The tape reads RISK-ON. (fixed wording) Language model: h5 up (3 of 5), h20 flat ` +
      '(1 of 5). SPY up, 5 sessions: buy a call The first answer was no JSON.',
  )
  expect(await readCycle({ llm: llm({ trade_idea: null, trade_idea_meta: null }) })).toMatch(
    /h20 flat \(1 of 5\)\. This describes states and records/,
  )
  expect(await readCycle({ llm: llm({ trade_idea: 'buy', trade_idea_meta: null }) })).not.toContain('sessions: buy')
  expect(await readCycle({ llm: llm({ trade_idea: 'buy', trade_idea_meta: { ...idea, horizon: 1 } }) })).toContain(
    'SPY up, 1 session: buy',
  )
})

it.each([
  ['without a verdict', { verdict: null }, 'scheduled no verdict at this slot This describes states'],
  [
    'without a band',
    { verdict: { ...cycle!.verdict!, risk: { band: null }, magnitude: { class: null } } },
    'scheduled risk unknown, unknown move',
  ],
  [
    'with sizes that tie',
    { verdict: { ...cycle!.verdict!, magnitude: { class: 'small', about_as_likely: ['big'] } } },
    ', small or big move',
  ],
])('a cycle %s says so', async (_name, changes, words) => expect(await readCycle(changes)).toContain(words))

it('the grades state what they lack, and exclude simulated months', async () => {
  const grade = (verdict: string, reason: string | null) => ({ verdict, matured: 7, reason })
  const grades = {
    risk_band: grade('not_yet', 'needs 30 days'),
    magnitude: grade('no_better', null),
    trade_idea: grade('better', null),
  }
  const changes = {
    grades,
    twin: { sentence: 'No trade of either has ended.' },
    cycles_backfilled: 12,
    cycles_recorded: 9,
  }
  expect(await read(changes)).toContain(
    'How the verdicts came out 9 recorded since Thu 19 Nov 2026, 08:30 ET figures Grades Claim Against what it must beat ' +
      'Matured Risk band not yet Needs 30 days. 7 Size of the next move no better 7 Ideas better 7 The language model and its ' +
      'twin: No trade of either has ended. 12 cycles of simulated months are marked backfill and do not count in these grades.',
  )
  expect(await read({ ...changes, cycles_backfilled: 1 })).toContain(
    '1 cycle of simulated months is marked backfill and does not count in these grades.',
  )
  const none = await read({ ...changes, cycles_backfilled: 0, tracking_started: null })
  expect(none).toContain('came out 9 recorded figures')
  expect(none).not.toContain('simulated months')
})

it('before the first cycle the page states why it is empty', async () => {
  expect(await read({ cycles: [], count: 0, reason: null })).toContain(
    'Past cycles 0 newest figures No cycle has been written yet.',
  )
  expect(await read({ cycles: [], reason: 'no LLM is set' })).toContain('figures No LLM is set.')
})
