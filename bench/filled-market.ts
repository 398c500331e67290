import { eventually } from '../harness/eventually.ts'
import { FEW_MEMBERS } from '../harness/few-members.ts'
import { openSteppedMarket, type SteppedMarket } from '../harness/stepped-market.ts'
import type { TradingDay } from '../shared/time/trading-day.ts'
import type { Rig } from './rig.ts'

const FILLED_WITHIN_MS = 1_800_000

/** A running `npm start` with its history, five minutes before the open of a day, and an account that the clock waits for. */
export async function openFilledSteppedMarket(
  rig: Rig,
  day: TradingDay,
  { isSmall = rig.quick }: { isSmall?: boolean } = {},
): Promise<{ market: SteppedMarket; token: string }> {
  const members = isSmall ? String(FEW_MEMBERS) : ''
  const env = { SIMULATOR_MEMBERS: members, SIMULATOR_START: `${day}T09:25`, DATABASE_URL: '', AMQP_URL: '' }
  const market = await openSteppedMarket(await rig.folder(), env)
  rig.defer(() => market.close())
  await eventually(() => market.product.output().includes('back-fill: complete'), { within: FILLED_WITHIN_MS })
  const { id, token } = await market.openAccount('bench')
  await market.pace(id)
  return { market, token }
}
