import { expect, test } from 'vitest'
import { type VerdictFigures, verdictClaims } from './verdict-claims.ts'

const AS_OF = '2026-11-20T20:30:00.000Z'
const CALL = { label: 'up', confidence: 3 } as const
const WHOLE: VerdictFigures = {
  asOf: new Date(AS_OF),
  rate: 0,
  sizeClass: 'big',
  pSmall: 0,
  pNormal: 0.25,
  pBig: 0.75,
  direction: { '1d': CALL, '3d': CALL, '5d': CALL },
  ideaUnderlying: 'MSFT',
  ideaDirection: 'down',
  ideaHorizon: 10,
}
const kindsOf = (change: Partial<VerdictFigures>) => verdictClaims({ ...WHOLE, ...change }).map(({ kind }) => kind)

test('a whole verdict is six claims, a probability of zero included', () => {
  expect(verdictClaims(WHOLE)).toEqual([
    { kind: 'risk_band', as_of: AS_OF, rate: 0 },
    { kind: 'magnitude', as_of: AS_OF, class: 'big', p_small: 0, p_normal: 0.25, p_big: 0.75 },
    { kind: 'direction', as_of: AS_OF, horizon: '1d', ...CALL },
    { kind: 'direction', as_of: AS_OF, horizon: '3d', ...CALL },
    { kind: 'direction', as_of: AS_OF, horizon: '5d', ...CALL },
    { kind: 'trade_idea', as_of: AS_OF, underlying: 'MSFT', profit_direction: 'down', horizon: 10 },
  ])
})

test.each([
  ['rate', 'risk_band'],
  ['sizeClass', 'magnitude'],
  ['pSmall', 'magnitude'],
  ['pNormal', 'magnitude'],
  ['pBig', 'magnitude'],
  ['direction', 'direction'],
  ['ideaUnderlying', 'trade_idea'],
  ['ideaDirection', 'trade_idea'],
  ['ideaHorizon', 'trade_idea'],
] as const)('without %s there is no claim of kind %s, and the others stay', (figure, kind) => {
  expect(kindsOf({ [figure]: null })).toEqual(kindsOf({}).filter((each) => each !== kind))
})
