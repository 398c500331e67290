import { describe, expect, it } from 'vitest'
import type { GammaLevels, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { gammaSection } from './gamma-section.ts'

const LEVELS: GammaLevels = {
  status: 'ready',
  underlying: 'SPY',
  spot: 671,
  quoted_at: '2026-11-20T09:45:00-05:00',
  open_interest_date: '2026-11-19',
  convention: 'calls positive, puts negative',
  net_gamma_usd_per_pct: 4.2e9,
  call_wall: 680,
  put_wall: 660,
  contracts_used: 8123,
  contracts_skipped: 412,
  zero_gamma: 662.41,
  zero_gamma_reason: null,
  zero_gamma_crossings: [601.2, 662.41],
  max_pain: 668,
  expected_move: {
    front_expiration: '2026-11-20',
    straddle: 1.87,
    iv: 0.1255,
    iv_expiration: '2026-11-23',
    next_session: 5.305,
    next_session_day: '2026-11-23',
    rest_of_day: 3.2,
    basis: 'expiry',
    overnight_share: 0.34,
  },
  zero_dte_share: 0.2061,
}
const NO_MOVE = {
  front_expiration: null,
  straddle: null,
  iv: null,
  iv_expiration: null,
  next_session: null,
  next_session_day: null,
  rest_of_day: null,
  basis: null,
  overnight_share: null,
}
const section = (changes: Partial<GammaLevels> = {}, as_of = '2026-11-20T10:01:00-05:00'): string =>
  gammaSection({ gamma_levels: { ...LEVELS, ...changes }, as_of } as SignalsSnapshot)

describe('report: dealer gamma', () => {
  it('states the net gamma beyond today, which GEX ranks, and the share that expires today', () => {
    expect(section({ net_gamma_without_today_usd_per_pct: -3.214e8 })).toContain(
      '- 20.61 % of the gross exposure expires today; without it net gamma is -0.32 billion dollars per 1 % move\n',
    )
  })

  it('names the forward of the next session where a dividend takes it away from spot', () => {
    const [move, sentence] = [LEVELS.expected_move!, 'For the session of 2026-11-23 it is 5.30 dollars, 0.79 %']
    const withForward = (next_session_forward: number) => section({ expected_move: { ...move, next_session_forward } })
    expect(withForward(669.2)).toContain(`- ${sentence}, around a forward of 669.20 (-0.27 % from spot)\n`)
    expect(withForward(671.1)).toContain(`- ${sentence}\n`)
  })

  it('cites each level with its distance, the expected moves, and the age of the chain', () => {
    expect(section().split('\n').slice(2)).toEqual([
      '- Net gamma of the SPY chain is 4.20 billion dollars per 1 % move: dealers trade against moves',
      '- Zero gamma: 662.41 (-1.28 % from spot, the nearest of 2 crossings); spot is above it',
      '- Call wall: 680 (+1.34 % from spot)',
      '- Put wall: 660 (-1.64 % from spot)',
      '- Max pain of all open contracts: 668 (-0.45 % from spot)',
      '- The straddle of 2026-11-20 costs 1.87 dollars, 0.28 % of spot',
      '- Until the close one standard deviation of the price is 3.20 dollars, 0.48 %',
      '- For the session of 2026-11-23 it is 5.30 dollars, 0.79 %',
      '- 20.61 % of the gross exposure expires today',
      '- Spot 671.00, quoted 2026-11-20 09:45 ET, 16 minutes before this state; open interest for 2026-11-19, the session before',
      '- 8123 contracts were used, 412 skipped (no implied volatility, no open interest or expired)',
      '- Convention: calls positive, puts negative',
    ])
  })

  it('omits the rest of the day once the market has closed', () => {
    const text = section({}, '2026-11-20T16:20:00-05:00')
    expect(text).not.toContain('Until the close')
    expect(text).toContain('For the session of 2026-11-23 one standard deviation of the price is 5.30 dollars')
  })

  it('states which levels are absent, and why', () => {
    const text = section({
      zero_gamma: null,
      zero_gamma_reason: 'the re-priced exposure is negative everywhere',
      zero_gamma_crossings: [],
      max_pain: null,
      zero_dte_share: null,
      call_wall: null,
      net_gamma_usd_per_pct: -1e9,
      expected_move: NO_MOVE,
    })
    expect(text).toContain('- Zero gamma: none, the re-priced exposure is negative everywhere\n')
    expect(text).toContain('- Call wall: none\n')
    expect(text).toContain('dealers trade with moves')
    expect(text).toContain('- No used contract expires today')
    expect(text).not.toMatch(/Max pain|straddle|standard deviation/)
  })

  it('names retention when the expected move of an old chain was pruned, but not for earlier versions', () => {
    const { expected_move: _, zero_dte_share: __, ...early } = LEVELS
    const text = (gamma_levels: object) =>
      gammaSection({ gamma_levels, as_of: '2026-11-20T10:01:00-05:00' } as SignalsSnapshot)
    expect(text({ ...early, method: '2' })).toContain(
      '- Expected move: none, the analysis of this chain is older than 30 days',
    )
    expect(text(early)).not.toContain('Expected move')
  })

  it('dates the levels of the session before, while no chain of today is known', () => {
    const text = section({ quoted_at: '2026-11-19T16:00:00-05:00' })
    expect(text).toContain('- No chain of today is known yet: these are the levels of 2026-11-19, from its last chain')
    expect(text).toContain('- Call wall: 680')
    expect(text).toMatch(/open interest for \d{4}-\d\d-\d\d, the session before that chain\n/)
    expect(section()).not.toContain('from its last chain')
    expect(section()).toMatch(/open interest for \d{4}-\d\d-\d\d, the session before\n/)
  })

  it('names the strike with which a wall nearly ties, and none for a wall that is alone', () => {
    const text = section({ call_wall_pair: [675, 680], put_wall_pair: null })
    expect(text).toContain('- Call wall: 680 (+1.34 % from spot), nearly tied with 675 (+0.60 % from spot)\n')
    expect(text).toContain('- Put wall: 660 (-1.64 % from spot)\n')
    const ties = [680, 675, 685].map((strike) => ({ strike, share: 0.95 }))
    expect(section({ call_wall_ties: ties })).toContain(
      '- Call wall: 680 (+1.34 % from spot), nearly tied with 675 (+0.60 % from spot) and 685 (+2.09 % from spot)\n',
    )
    expect(section({ put_wall_pair: [655, 660] })).toContain('% from spot), nearly tied with 655 (-2.38 % from spot)\n')
  })

  it('states that spot is below zero gamma or beyond a wall', () => {
    const text = section({ zero_gamma: 675, zero_gamma_crossings: [675], call_wall: 670 })
    expect(text).toContain('675.00 (+0.60 % from spot); spot is below it')
    expect(text).toContain('Call wall: 670 (-0.15 % from spot; spot has passed it)')
    expect(section({ put_wall: 670.99 })).toContain('Put wall: 670.99 (at spot)')
  })
})
