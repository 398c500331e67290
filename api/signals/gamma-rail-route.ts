import { emptyRail, GammaRail } from '../../shared/domain/contract/gamma-rail.ts'
import { cycleRoute } from '../cache/cycle-route.ts'
import { readExample } from '../openapi/read-example.ts'

export const signalsGammaRailRoutes = [
  cycleRoute({
    path: '/api/v1/signals/gamma-rail',
    tag: 'signals',
    summary: 'All price levels of SPY on one axis',
    description:
      'Spot, walls, zero gamma, max pain, the expected move of a session, the previous close and the averages, each ' +
      'with its distance. Labels that round to the same dollar are merged; neighbouring ones alternate between two ' +
      'tiers. A wall that is nearly tied with another strike names it: either may be the wall in the next cycle. Once a ' +
      'session has ended, the label of the close before it names its day.',
    document: 'signals/gamma-rail',
    response: GammaRail,
    responseDescription: 'The levels, or the reason why there are none',
    example: readExample(import.meta.url, './gamma-rail-example.json'),
    empty: (reason) => emptyRail(reason),
  }),
]
