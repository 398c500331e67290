import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { corporateActionCommand } from '../../ops/corporate-action.ts'
import { settlementPriceCommand } from '../../ops/settlement-price.ts'
import { addCompany } from '../../shared/postgres/company/companies.ts'
import { saveMemberBars, saveMembers } from '../../shared/postgres/market/members.ts'
import { openServiceTime } from '../../shared/postgres/server/service-time.ts'
import { saveActionReports, whyClosingOnly } from '../../shared/postgres/trading/action-proposals.ts'
import { sessionOnOrAfter } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { openAccount, post, trade } from '../trading/ledger-world.ts'

const db = testDatabase()

async function ops(command: typeof corporateActionCommand, ...args: string[]): Promise<string> {
  const said: string[] = []
  await command({ ...process.env, DATABASE_URL: db.url }, (text) => said.push(text)).parseAsync(args, { from: 'user' })
  return said.join('\n')
}
const action = (...args: string[]) => ops(corporateActionCommand, ...args)

test('a corporate action is listed, refused a second time, and removed before it begins', async () => {
  await action('dividend', 'SPY', '--ex-date', '2026-12-18', '--pay-date', '2026-12-31', '--amount', '1.83')
  await action('split', 'NVDA', '--ex-date', '2026-12-21', '--ratio', '10:1')
  const list = await action('list')
  expect(list).toMatch(/NVDA +split +2026-12-21 +10:1 +\w+/)
  expect(list).toMatch(/SPY +dividend +2026-12-18 +1.83 paid 2026-12-31 +\w+/)
  await expect(action('split', 'NVDA', '--ex-date', '2026-12-21', '--ratio', '2:1')).rejects.toThrow(
    'is entered already',
  )
  await action('remove', '1')
  await db.sql`update corporate_actions set closed_at = clock_timestamp()`
  await expect(action('remove', '2')).rejects.toThrow('it has begun')
  expect(await action('list')).not.toContain('SPY')
})

test('an action whose hour has passed is due and its command says that it comes late; before it is ahead', async () => {
  const nine = instantAt(tradingDay('2026-11-23'), '09:00')
  await db.sql`delete from service_time`
  await openServiceTime(db.sql, nine, { speed: 1, reason: 'test' })
  const dividend = (symbol: string, exDate: string) =>
    action('dividend', symbol, '--ex-date', exDate, '--pay-date', '2026-12-31', '--amount', '1.83')
  const late = 'comes late, because its hour on'
  expect(await dividend('SPY', '2026-11-20')).toContain(`${late} 2026-11-20 has passed`)
  // At nine a split of the day is late, since it happens at 08:30, and a dividend is not, since it waits for the opening.
  expect(await dividend('QQQ', '2026-11-23')).toContain('takes effect on 2026-11-23')
  expect(await action('split', 'NVDA', '--ex-date', '2026-11-23', '--ratio', '10:1')).toContain(late)
  expect(await dividend('IWM', '2026-11-24')).toContain('takes effect on')
  const list = await action('list')
  expect(list).toMatch(/SPY +dividend .+ due$/m)
  expect(list).toMatch(/QQQ +dividend .+ due$/m)
  expect(list).toMatch(/IWM +dividend .+ ahead$/m)
  await db.sql`delete from service_time`
})

describe('an action of a symbol', () => {
  const ahead = sessionOnOrAfter(addDays(eastern(new Date()).day, 30)).day
  const split = (symbol: string) => action('split', symbol, '--ex-date', ahead, '--ratio', '10:1')
  const sector = 'Energy' as const

  test('that the service knows is entered: a member, a company of the watchlist, a priced one, one that is held', async () => {
    const members = [{ symbol: 'CVX', sector, since: tradingDay('2000-01-03') }]
    await saveMembers(db.sql, members, { at: new Date(), source: 'test' })
    await addCompany(db.sql, 'SHOP', new Date())
    const bar = {
      symbol: 'GONE',
      day: tradingDay('2026-11-20'),
      close: 10,
      knownAt: new Date(),
      origin: 'imported',
    } as const
    await saveMemberBars(db.sql, [bar], 'test')
    const held = { quantity: 0, costE4: 0 }
    for (const instrument of ['HELD', 'BRKB270115C00300000']) {
      const { id } = await openAccount(db.sql, 1_000_000)
      await post(db.sql, id, trade({ instrument, quantity: 1, notionalE4: 500, held }))
    }
    for (const symbol of ['CVX', 'SHOP', 'GONE', 'HELD', 'BRK.B', 'XLK'])
      expect(await split(symbol)).toContain(`of ${symbol} takes effect`)
  })

  test('that nobody knows is refused in one sentence, and so is one that an account has sold', async () => {
    const { id } = await openAccount(db.sql, 1_000_000)
    const held = { quantity: 0, costE4: 0 }
    await post(db.sql, id, trade({ instrument: 'SOLD', quantity: 1, notionalE4: 500, held }))
    await post(
      db.sql,
      id,
      trade({ instrument: 'SOLD', quantity: -1, notionalE4: 500, held: { quantity: 1, costE4: 500 } }),
    )
    for (const symbol of ['ZZZZZ', 'SOLD', 'BRKB'])
      await expect(split(symbol)).rejects.toThrow(`${symbol} is no symbol that this service knows`)
    await expect(split('VIX')).rejects.toThrow('VIX is an index, which nobody can hold')
  })
})

test('what a vendor announced is listed, accepted or rejected once, and an accepted split is entered', async () => {
  const report = (symbol: string, terms: Parameters<typeof saveActionReports>[1][number]['terms']) =>
    saveActionReports(db.sql, [{ symbol, exDate: tradingDay('2026-12-21'), vendor: 'nasdaq', terms }], new Date())
  await report('ZTS', { kind: 'split', new_shares: 1, old_shares: 8 })
  await report('KO', { kind: 'merger', filing: '8-K 1' })
  await db.sql`update action_proposals set state = 'proposed', reason = 'one vendor alone says so'`
  expect(await action('proposals')).toMatch(/ZTS +split +2026-12-21 +proposed +one vendor alone says so/)
  await expect(action('accept', '1')).rejects.toThrow('--fraction-price')
  expect(await action('accept', '1', '--fraction-price', '800')).toBe('accepted: split 1:8 of ZTS on 2026-12-21')
  expect(await action('list')).toMatch(/ZTS +split +2026-12-21 +1:8/)
  await expect(action('accept', '1')).rejects.toThrow('no undecided announcement')
  expect(await whyClosingOnly(db.sql, 'KO')).toContain('not decided yet')
  expect(await action('reject', '2')).toContain('rejected: merger (8-K 1) of KO')
  expect(await whyClosingOnly(db.sql, 'KO')).toBeNull()
  expect(await action('proposals')).toBe('no announcement is undecided')
  expect(await action('proposals', '--all')).toMatch(/KO +merger +2026-12-21 +rejected/)
})

test.each([
  [
    'a ratio without a price for what is left over',
    ['split', 'USO', '--ex-date', '2026-12-21', '--ratio', '1:8'],
    /--fraction-price/,
  ],
  [
    'a day without a session',
    ['split', 'NVDA', '--ex-date', '2026-12-25', '--ratio', '10:1'],
    /--ex-date: must be a day with a session; the next one is 2026-12-28/,
  ],
  ['no ratio', ['split', 'USO', '--ex-date', '2026-12-21', '--ratio', '1:1'], /--ratio/],
  [
    'paid before it is due',
    ['dividend', 'SPY', '--ex-date', '2026-12-18', '--pay-date', '2026-12-17', '--amount', '1'],
    /--pay-date/,
  ],
  [
    'nothing to pay',
    ['dividend', 'SPY', '--ex-date', '2026-12-18', '--pay-date', '2026-12-18', '--amount', '0'],
    /above zero/,
  ],
])('refused: %s', async (_name, args, says) => {
  await expect(action(...args)).rejects.toThrow(says)
})

test('an operator freezes an unknown settlement price, once', async () => {
  const price = (...args: string[]) => ops(settlementPriceCommand, ...args)
  const { id } = await openAccount(db.sql, 1_000_000)
  const held = { quantity: 0, costE4: 0 }
  await post(db.sql, id, trade({ instrument: 'SPY201120C00300000', quantity: 1, notionalE4: 500, held }))
  expect(await price('SPY', '2020-11-20', '355.33')).toBe('SPY 2020-11-20: 355.33')
  expect(await price('SPY', '2020-11-20', '355.33')).toBe('SPY 2020-11-20: 355.33')
  await expect(price('SPY', '2020-11-20', '300')).rejects.toThrow('frozen already at 355.33 (operator)')
  await expect(price('SPY', '2099-11-20', '300')).rejects.toThrow('not expired')
  for (const [symbol, day] of [
    ['SPYG', '2020-11-20'],
    ['SPY', '2020-11-19'],
  ] as const)
    await expect(price(symbol, day, '7')).rejects.toThrow(
      `no account holds options of ${symbol} that expired on ${day}`,
    )
})
