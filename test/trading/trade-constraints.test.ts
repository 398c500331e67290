import { describe, expect, test } from 'vitest'
import { BUY, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const constraint = async (work: PromiseLike<unknown>): Promise<string> =>
  await work.then(
    () => 'none',
    (error: { constraint_name?: string }) => error.constraint_name ?? String(error),
  )

describe('the database refuses', () => {
  test('a change of a trade that has ended', async () => {
    const agent = await world.account()
    const id = await agent.pending()
    await agent.cancel(id)
    const update = (status: string) => world.sql`
      update trades set status = ${status}, reason = null, ended_at = null where id = ${id}`
    expect(await constraint(update('pending'))).toBe('trade_is_final')
    expect(await constraint(world.sql`delete from trades where id = ${id}`)).toBe('append_only')
    expect(await constraint(world.sql`truncate trades cascade`)).toBe('append_only')
  })

  test.each(['price_e4', 'quantity', 'total_e4', 'tolerance_e4', 'worst_price_e4', 'fees_e4', 'bid_e4'])(
    'a change of a quoted term while the trade is pending: %s',
    async (column) => {
      const agent = await world.account()
      const id = await agent.pending()
      const name = world.sql(column)
      const changed = world.sql`update trades set ${name} = ${name} + 1 where id = ${id}`
      expect(await constraint(changed)).toBe('trade_quote_is_final')
    },
  )
  test('a change of its expiry or its legs', async () => {
    const agent = await world.account()
    const id = await agent.pending()
    const longer = world.sql`update trades set expires_at = expires_at + interval '1 hour' where id = ${id}`
    expect(await constraint(longer)).toBe('trade_quote_is_final')
    expect(await constraint(world.sql`update trade_legs set price_e4 = 1 where trade_id = ${id}`)).toBe('append_only')
    await agent.cancel(id)
    const added = world.sql`
      insert into trade_legs (trade_id, leg, instrument, quantity, price_e4, bid_e4, ask_e4, multiplier)
      values (${id}, 2, 'AAPL', 1, 1, 1, 1, 1)`
    expect(await constraint(added)).toBe('trade_is_final')
  })

  test('an executed trade without its entry, and an entry without its trade', async () => {
    const agent = await world.account()
    const [id, other] = [await agent.pending(), await agent.pending()]
    const executed = world.sql`
      update trades set status = 'executed', ended_at = created_at, executed_price_e4 = price_e4, live_price_e4 = price_e4,
        fill_notional_e4 = notional_e4, fill_fees_e4 = fees_e4, fill_total_e4 = total_e4
      where id = ${id}`
    expect(await constraint(executed)).toBe('trade_has_its_entry')
    await agent.confirm(id)
    const entry = (trade: string) => world.sql`
      insert into ledger_entries (account_id, epoch, number, kind, key, trade_id, cash_change_e4, cash_after_e4)
      values (${agent.account_id}, 1, 9, 'trade', 'again', ${trade}, 0, 0)`
    expect(await constraint(entry(id))).toBe('ledger_entries_trade_once')
    expect(await constraint(entry(other))).toMatch(/trade_has_its_entry|ledger_entry_adds_up/)
    expect(await constraint(entry('00000000-0000-4000-8000-000000000000'))).toBe('ledger_entries_trade_fk')
  })

  test.each([
    ['buy', 1],
    ['sell', -1],
  ] as const)('a fill of a %s beyond its worst price, at any step', async (side, step) => {
    const agent = await world.account()
    await agent.bought()
    const id = await agent.pending({ ...BUY, side })
    const beyond = world.sql`
      update trades set status = 'executed', ended_at = created_at, executed_price_e4 = worst_price_e4 + ${step},
        live_price_e4 = price_e4, fill_notional_e4 = notional_e4, fill_fees_e4 = fees_e4, fill_total_e4 = total_e4
      where id = ${id}`
    expect(await constraint(beyond)).toBe('trades_fill_in_bound')
  })

  test('a change of the touch that filled a leg', async () => {
    const agent = await world.account()
    const { body } = await agent.bought()
    const changed = world.sql`update trade_fills set ask_e4 = 1 where trade_id = ${body.trade_id}`
    expect(await constraint(changed)).toBe('append_only')
  })

  test.each(['trade_legs', 'ledger_postings'])(
    'the whole transaction when a statement sent with the commit fails: %s',
    async (table) => {
      const agent = await world.account()
      const before = await agent.pending()
      const kept = () => world.sql`
        select (select count(*) from trades as t where t.account_id = ${agent.account_id}) as trades,
          (select count(*) from ledger_entries as e where e.account_id = ${agent.account_id}) as entries`
      const was = await kept()
      await world.sql.unsafe(`
        create function fail_once() returns trigger language plpgsql as $$
        begin raise check_violation using constraint = 'positions_are_covered'; end $$;
        create trigger fail_once before insert on ${table} for each row execute function fail_once()`)
      const ask = () => (table === 'trade_legs' ? agent.initiate() : agent.confirm(before))
      expect(await ask()).toMatchObject({ status: 422, code: 'insufficient_position' })
      await world.sql.unsafe(`drop function fail_once() cascade`)
      expect(await kept()).toEqual(was)
      expect((await agent.confirm(before)).status).toBe(200)
    },
  )
})
