import { expect, it } from 'vitest'
import { flipsCard } from './what-flips-it.ts'

type Given = Parameters<typeof flipsCard>

const known = <T>(value: T) => ({ value, reason: null, staleSeconds: null })
const wires = known({ wires: [], reason: null }) as unknown as Given[0]

it.each([
  [2.32, 2, 'HY OAS is 2.32; below 2 the regime would read <b>RISK-OFF</b>'],
  [4, 10, 'HY OAS is 4.00; above 10 the regime would read <b>RISK-OFF</b>'],
  [63.19, 34.052508, 'HY OAS is 63.19; below 34.05 the regime would read <b>RISK-OFF</b>'],
])('the nearest line from %d to %d has its side', (value, threshold, words) => {
  const line = { measure: 'HY OAS', value, threshold, distance_moves: null, regime_if_crossed: 'RISK-OFF' }
  const breakdown = known({ nearest_regime_line: line }) as unknown as Given[1]
  expect(flipsCard(wires, breakdown, 5)).toContain(words)
})

it('orders levels of different units by their distance in percent of the level', () => {
  const wire = (label: string, distance: number, unit: string, level: number) => ({
    label,
    distance,
    distance_unit: unit,
    level,
    state: 'armed',
    feed: 'daily',
    observed_at: null,
  })
  const document = known({
    wires: [
      wire('10-year yield', 0.3, 'points', 4.5),
      wire('HY OAS', -0.4, 'points', 3),
      wire('VIX', 0.6, 'points', 15),
      wire('SPY', -1.8, 'percent', 660),
    ],
    reason: null,
  }) as unknown as Given[0]
  const html = flipsCard(document, known({ nearest_regime_line: null }) as unknown as Given[1], 3)
  expect([...html.matchAll(/scope="row">([^<]+)</g)].map(([, label]) => label)).toEqual(['SPY', 'VIX', '10-year yield'])
  const distances = [...html.matchAll(/from-wide">(.+?)<br/g)].map(([, words]) => words!.replaceAll(/<[^>]+>/g, ''))
  expect(distances).toEqual(['1.8 % away', '4.0 %, 0.60 points away', '6.7 %, 0.30 points away'])
})

it('levels have two decimals, so that their points stand below one another', () => {
  const wire = { feed: 'daily', label: 'SPY', distance: 1, distance_unit: 'percent', state: 'armed', observed_at: null }
  const given = [657.3, 15, 3.4155].map((level) => ({ ...wire, level }))
  const document = known({ wires: given, reason: null }) as unknown as Given[0]
  const html = flipsCard(document, known({ nearest_regime_line: null }) as unknown as Given[1], 5)
  expect([...html.matchAll(/<td class="n">([^<]+)</g)].map(([, level]) => level)).toEqual(['657.30', '15.00', '3.42'])
})

it('states the time of the compared prices: the newest of the minute feed', () => {
  const wire = {
    feed: 'minute',
    label: 'VIX below 15',
    distance: 1,
    distance_unit: 'points',
    level: 15,
    state: 'armed',
  }
  const observed = (feed: string, at: string | null) => ({ ...wire, feed, observed_at: at })
  const document = known({
    wires: [
      observed('minute', '2026-12-21T15:44:00-05:00'),
      observed('minute', '2026-12-21T15:45:00-05:00'),
      observed('daily', '2026-12-21T16:20:00-05:00'),
      observed('minute', null),
    ],
    reason: null,
  }) as unknown as Given[0]
  const breakdown = known({ nearest_regime_line: null }) as unknown as Given[1]
  expect(flipsCard(document, breakdown, 5)).toContain(
    'prices of <time datetime="2026-12-21T15:45:00-05:00">Mon 21 Dec 2026, 15:45 ET</time>',
  )
})

it('states the time of the levels from the option chain, once for all of them', () => {
  const wire = (label: string, at: string | null) => ({
    feed: 'minute',
    label,
    distance: 1,
    distance_unit: 'percent',
    level: 660,
    state: 'armed',
    observed_at: '2026-11-20T15:45:00-05:00',
    level_as_of: at,
    times_note: `The level is of ${at ?? 'no time'}.`,
  })
  const chain = '2026-11-20T15:44:00-05:00'
  const given = [wire('SPY below zero gamma', chain), wire('SPY below the put wall', chain), wire('SPY', '2026-11-19')]
  const document = known({ wires: given, reason: null }) as unknown as Given[0]
  const html = flipsCard(document, known({ nearest_regime_line: null }) as unknown as Given[1], 5)
  expect(html).toContain(`SPY below zero gamma; SPY below the put wall: The level is of ${chain}.</p>`)
  expect(html).not.toContain('The level is of 2026-11-19.')
})

it.each([
  ['armed', '0.3 % away'],
  ['cooldown', '0.3 % away'],
  ['triggered', 'past it by 0.3 %'],
  ['fired', 'past it by 0.3 %'],
])('a wire that is %s reads %s', (state, words) => {
  const wire = { feed: 'minute', label: 'SPY', distance: -0.3, distance_unit: 'percent', level: 660, observed_at: null }
  const document = known({ wires: [{ ...wire, state }], reason: null }) as unknown as Given[0]
  const html = flipsCard(document, known({ nearest_regime_line: null }) as unknown as Given[1], 5)
  expect(html).toContain(`>${words}<br`)
})
