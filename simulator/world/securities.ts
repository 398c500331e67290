import { FILERS } from './company/filers.ts'
import { reportFactor } from './company/report-factor.ts'
import { walkFactor } from './factor.ts'
import { FUNDS } from './funds.ts'
import { MEMBERS } from './members.ts'
import { perWorld } from './per-world.ts'
import { hashText, uniformOf } from './random.ts'
import { inSector, SECTOR_BETA } from './sectors.ts'
import type { Security } from './security.ts'
import { memberShares } from './short-volume.ts'
import type { World } from './world.ts'

const STREAM = { beta: 52, level: 53 } as const
const MEMBER_NOISE = 0.013

const members = (world: World): Security[] =>
  MEMBERS.map(({ symbol, name, sector }, at) => {
    const hash = hashText(symbol)
    const listed = symbol.replace('/', '-')
    const { beta, exposures } = inSector(
      sector,
      SECTOR_BETA[sector] * (0.8 + 0.4 * uniformOf(world.seed, STREAM.beta, hash)),
    )
    return {
      symbol: listed,
      name,
      kind: 'EQUITY',
      dividends: { yield: 0.015, perYear: 4 },
      price: 20 + 80 * uniformOf(world.seed, STREAM.level, hash),
      beta,
      exposures: [
        ...exposures,
        { factor: walkFactor(listed, MEMBER_NOISE), weight: 1 },
        { factor: reportFactor(FILERS[at]!), weight: 1 },
      ],
      shares: (of, index) => memberShares(of.seed, of.daily(index), symbol),
    }
  })

const listed = perWorld(
  (world) => new Map([...members(world), ...FUNDS].map((security) => [security.symbol, security])),
)

export const securityOf = (world: World, symbol: string): Security | undefined => listed(world).get(symbol)
