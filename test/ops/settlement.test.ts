import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { corporateActionCommand } from '../../ops/corporate-action.ts'
import { settlementPriceCommand } from '../../ops/settlement-price.ts'
import { saveActionReports, whyClosingOnly } from '../../shared/postgres/trading/action-proposals.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
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
  expect(list).toMatch(/NVDA +split +2026-12-21 +10:1 +ahead/)
  expect(list).toMatch(/SPY +dividend +2026-12-18 +1.83 paid 2026-12-31 +ahead/)
  await expect(action('split', 'NVDA', '--ex-date', '2026-12-21', '--ratio', '2:1')).rejects.toThrow(
    'is entered already',
  )
  await action('remove', '1')
  await db.sql`update corporate_actions set closed_at = clock_timestamp()`
  await expect(action('remove', '2')).rejects.toThrow('it has begun')
  expect(await action('list')).not.toContain('SPY')
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
