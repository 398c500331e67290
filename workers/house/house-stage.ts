import type { StageHandler } from '../../shared/broker/run-stage.ts'
import type { Log } from '../../shared/log.ts'
import { addHouseOrders, houseOrder, saveHouseOutcome } from '../../shared/postgres/screener/house.ts'
import { recordsOf } from '../../shared/postgres/screener/records.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { type HouseDeps, placeOrder } from './place-order.ts'
import { type Due, planDue } from './plan-due.ts'
import { publishHouse } from './publish-house.ts'

export interface HouseStageDeps extends HouseDeps {
  clock: Clock
  log: Log
}

/** The accounts of a service whose workers have no address of the API. */
export const restingHouse = ({
  clock,
  log,
}: Pick<HouseStageDeps, 'clock' | 'log'>): StageHandler<'house.due' | 'house.order', undefined> => ({
  stage: 'house',
  handles: ['house.due', 'house.order'],
  async handle(tx, { payload }) {
    log.debug({ payload }, 'house_rests')
    await publishHouse(tx, clock.now(), 'API_URL is not set, so the house accounts do not trade')
    return []
  },
})

const NOTHING: Due = { orders: [], outcomes: [] }

/** Sends the orders of the house accounts through the public API, one message for each attempt. */
export function houseStage({ clock, log, ...deps }: HouseStageDeps): StageHandler<'house.due' | 'house.order', Due> {
  return {
    stage: 'house',
    handles: ['house.due', 'house.order'],
    // Requests are sent outside the transaction; what they came to is stored in it.
    async prepare({ type, payload }): Promise<Due> {
      if (type === 'house.due') return await planDue({ ...deps, log }, payload.day, clock.now())
      const order = await houseOrder(deps.sql, payload)
      if (order?.state !== 'placing') return NOTHING
      const [record] = await recordsOf(deps.sql, [payload.contract])
      return record ? { ...NOTHING, outcomes: [await placeOrder(deps, order, record, clock.now())] } : NOTHING
    },
    async handle(tx, _message, { orders, outcomes }) {
      const now = clock.now()
      for (const outcome of outcomes) {
        await saveHouseOutcome(tx, outcome)
        const { account, contract, leg, state, reason } = outcome
        log.info({ account, contract, leg, state, reason }, 'house_order')
      }
      const added = await addHouseOrders(tx, orders)
      await publishHouse(tx, now)
      const placing = new Set(
        orders.filter(({ state }) => state === 'placing').map((each) => `${each.account}/${each.contract}/${each.leg}`),
      )
      return added
        .filter((each) => placing.has(`${each.account}/${each.contract}/${each.leg}`))
        .map(({ account, contract, leg, attempt }) => ({
          id: `house:${account}/${contract}/${leg}/${attempt}#1`,
          type: 'house.order',
          occurredAt: now,
          cycleId: null,
          payload: { account, contract, leg, attempt },
        }))
    },
  }
}
