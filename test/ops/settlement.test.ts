import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { corporateActionCommand } from '../../ops/corporate-action.ts'
import { settlementPriceCommand } from '../../ops/settlement-price.ts'
import type { ActionTerms } from '../../shared/domain/trading/action-report.ts'
import { addCompany } from '../../shared/postgres/company/companies.ts'
import { saveMemberBars, saveMembers } from '../../shared/postgres/market/members.ts'
import { openServiceTime } from '../../shared/postgres/server/service-time.ts'
import {
  casesIn,
  listProposals,
  moveCase,
  saveActionReports,
  undecidedSplits,
  undecidedSymbols,
  whyClosingOnly,
} from '../../shared/postgres/trading/action-proposals.ts'
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
    'has already been entered',
  )
  await action('remove', '1')
  await db.sql`update corporate_actions set closed_at = clock_timestamp()`
  await expect(action('remove', '2')).rejects.toThrow('it has begun')
  expect(await action('list')).not.toContain('SPY')
})

test('an action whose hour has passed is due and its command states that it is late; before that it is upcoming', async () => {
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

  test('known to the service is entered: a member, a company of the watchlist, a priced one, one that is held', async () => {
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

  test('that is unknown is refused in one sentence, and so is one that an account has sold', async () => {
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
    await expect(split('VIX')).rejects.toThrow('VIX is an index, which cannot be held')
  })
})

test('an announcement of a vendor is listed, accepted or rejected once, and an accepted split is entered', async () => {
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

describe('an announcement', () => {
  const MONDAY = '2026-11-23'
  const SPLIT = { kind: 'split', new_shares: 4, old_shares: 1 } as const
  const MERGER = { kind: 'merger', filing: '8-K 1' } as const
  const paid = { pay_date: tradingDay('2026-12-31'), is_special: false }
  const DIVIDEND = { kind: 'dividend', amount_e4: 5_000, ...paid } as const
  const [SUNDAY, LATER] = [new Date('2026-11-22T12:00:00Z'), new Date('2026-11-22T13:00:00Z')]
  const report = (symbol: string, terms: ActionTerms, { day = MONDAY, vendor = 'nasdaq', at = SUNDAY } = {}) =>
    saveActionReports(db.sql, [{ symbol, exDate: tradingDay(day), vendor, terms }], at)
  const caseOf = async (symbol: string, terms: ActionTerms, day = MONDAY, at = SUNDAY) => {
    await report(symbol, terms, { day, at })
    const all = await listProposals(db.sql, { undecided: false })
    return all.find((each) => each.symbol === symbol && each.kind === terms.kind && each.exDate === day)!.id
  }
  const move = (id: number, to: 'proposed' | 'accepted' | 'rejected', at = LATER, from: 'open' | 'proposed' = 'open') =>
    db.sql.begin((tx) => moveCase(tx, id, { from, to, reason: 'a reason', at }))

  test('is new in its symbol, its day and its terms, and a changed one is the same case', async () => {
    const change = { kind: 'symbol_change', to: 'ABCD' } as const
    expect([await report('AAAA', change), await report('AAAB', change), await report('AAAA', change)]).toEqual([
      1, 1, 0,
    ])
    expect(await report('AAAA', change, { day: '2026-11-24' })).toBe(0)
    expect(await report('AAAA', { ...change, to: 'ABCE' }, { day: '2026-11-24' })).toBe(1)
    // A day on which another symbol changes, or this one splits, makes no new case of the same change.
    const day = '2026-11-25'
    expect([await report('AAAC', change, { day }), await report('AAAA', SPLIT, { day })]).toEqual([1, 1])
    expect(await report('AAAA', change, { day })).toBe(0)
    expect([await report('AAAB', SPLIT), await report('AAAB', SPLIT), await report('AAAB', DIVIDEND)]).toEqual([
      1, 0, 1,
    ])
    expect(await report('AAAB', { ...SPLIT, new_shares: 5 })).toBe(1)
    const listed = (await listProposals(db.sql, { undecided: true })).filter(({ symbol }) => symbol.startsWith('AAA'))
    expect(listed.map(({ symbol, kind, exDate }) => `${symbol} ${kind} ${exDate}`)).toEqual([
      'AAAA split 2026-11-25',
      'AAAC symbol_change 2026-11-25',
      'AAAA symbol_change 2026-11-24',
      'AAAB dividend 2026-11-23',
      'AAAB split 2026-11-23',
      'AAAB symbol_change 2026-11-23',
      'AAAA symbol_change 2026-11-23',
    ])
    const cases = (await casesIn(db.sql, 'open')).filter(({ symbol }) => symbol === 'AAAB')
    const split = cases.find(({ reports: [first] }) => first!.terms.kind === 'split')
    expect(split?.reports.map(({ terms }) => terms)).toEqual([{ ...SPLIT, new_shares: 5 }])
  })

  test('is judged by the words of its own vendors and by the last close that was known before its day', async () => {
    const id = await caseOf('BBBA', SPLIT)
    await report('BBBA', { ...SPLIT, new_shares: 3 }, { vendor: 'yahoo', at: LATER })
    await report('BBBA', DIVIDEND)
    await report('BBBA', { ...SPLIT, new_shares: 2 }, { day: '2026-11-24' })
    await report('BBBB', { ...SPLIT, new_shares: 2 })
    const bar = (symbol: string, day: string, close: number, knownAt = instantAt(tradingDay(day), '17:15')) => {
      return { symbol, day: tradingDay(day), close, knownAt, origin: 'scheduled' as const }
    }
    const opening = instantAt(tradingDay(MONDAY), '09:30')
    const [old, aged] = [await caseOf('BBBC', SPLIT), await caseOf('BBBD', SPLIT)]
    for (const each of [
      bar('BBBA', '2026-11-19', 90),
      bar('BBBA', '2026-11-20', 101),
      bar('BBBA', '2026-11-20', 100, new Date(opening.getTime() - 1)),
      bar('BBBA', '2026-11-20', 25, opening),
      bar('BBBA', MONDAY, 24, SUNDAY),
      bar('BBBB', '2026-11-20', 50),
      bar('BBBC', '2026-09-25', 70),
      bar('BBBD', '2026-09-24', 80),
    ])
      await saveMemberBars(db.sql, [each], 'breadth')
    const [one, ...none] = await casesIn(db.sql, 'open', id)
    expect([one, none]).toMatchObject([{ id, symbol: 'BBBA', exDate: MONDAY, closeE4: 1_000_000 }, []])
    expect(one!.reports.map(({ vendor, terms }) => [vendor, terms])).toEqual([
      ['yahoo', { ...SPLIT, new_shares: 3 }],
      ['nasdaq', SPLIT],
    ])
    expect((await casesIn(db.sql, 'open', old))[0]).toMatchObject({ closeE4: 700_000 })
    expect((await casesIn(db.sql, 'open', aged))[0]).toMatchObject({ closeE4: null })
    expect(await casesIn(db.sql, 'proposed', id)).toEqual([])
  })

  test('that is not decided, or that ended a symbol, leaves positions of that symbol to be closed', async () => {
    await db.sql`delete from service_time`
    await openServiceTime(db.sql, instantAt(tradingDay(MONDAY), '09:00'), { speed: 1, reason: 'test' })
    await caseOf('CCCA', SPLIT)
    await caseOf('CCCB', SPLIT, '2026-11-24')
    await caseOf('CCCC', MERGER)
    const [dividend, merger, left, split] = [
      await caseOf('CCCD', DIVIDEND),
      await caseOf('CCCE', MERGER),
      await caseOf('CCCF', MERGER),
      await caseOf('CCCG', SPLIT),
    ]
    expect(await move(dividend, 'proposed', LATER, 'proposed')).toBe(false)
    const moved = [
      move(dividend, 'proposed'),
      move(merger, 'accepted'),
      move(left, 'rejected'),
      move(split, 'accepted'),
    ]
    expect(await Promise.all(moved)).toEqual([true, true, true, true])
    const said = async (symbol: string) => await whyClosingOnly(db.sql, symbol)
    for (const symbol of ['CCCB', 'CCCC', 'CCCF', 'CCCG', 'CCCH']) expect(await said(symbol), symbol).toBeNull()
    expect(await said('CCCA')).toBe('a split of 2026-11-23 is not decided yet, so positions can only be closed')
    expect(await said('CCCD')).toContain('a dividend of 2026-11-23 is not decided yet')
    expect(await said('CCCE')).toBe('a merger of 2026-11-23 ended this symbol, so positions can only be closed')
    expect((await undecidedSymbols(db.sql)).filter((symbol) => symbol.startsWith('CCC'))).toEqual(['CCCD'])
    await db.sql`delete from service_time`
  })

  test('of a split counts from when it was known until it was decided', async () => {
    const decided = await caseOf('DDDB', SPLIT)
    await caseOf('DDDA', SPLIT, '2026-11-20')
    await caseOf('DDDA', SPLIT)
    await caseOf('DDDA', SPLIT, '2026-11-24')
    await caseOf('DDDC', SPLIT, MONDAY, LATER)
    await caseOf('DDDD', DIVIDEND)
    await caseOf('DDDE', SPLIT)
    await move(decided, 'rejected')
    const symbols = ['DDDA', 'DDDB', 'DDDC', 'DDDD']
    const known = async (knownBy: Date) =>
      [...(await undecidedSplits(db.sql, { symbols, upTo: tradingDay(MONDAY), knownBy }))].sort()
    expect(await known(new Date(SUNDAY.getTime() - 1))).toEqual([])
    expect(await known(SUNDAY)).toEqual([
      ['DDDA', MONDAY],
      ['DDDB', MONDAY],
    ])
    expect(await known(LATER)).toEqual([
      ['DDDA', MONDAY],
      ['DDDC', MONDAY],
    ])
  })
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
