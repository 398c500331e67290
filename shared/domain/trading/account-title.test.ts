import { expect, test } from 'vitest'
import type { AccountEventKind } from './account.ts'
import { ACCOUNT_LOG } from './account-log.ts'
import { accountTitle } from './account-title.ts'

const dividend = { symbol: 'KO', ex_date: '2026-11-27', pay_date: '2026-11-30', per_share: 0.485 }
const call = { subject: 'maintenance:2026-11-24', equity: 99_400.9428, required: 99_937.803 }

/** The data are those of events that a service recorded. */
test.each<[AccountEventKind, Record<string, unknown>, string]>([
  [
    'option_exercised',
    { contract: 'AAPL261127C00370000', quantity: 1, delivery: 'stock', shares: 100, cash: -37_000 },
    'Exercised at expiry: 1 AAPL261127C00370000, 100 shares bought for 37,000.00 dollars.',
  ],
  [
    'option_assigned',
    { contract: 'AAPL261127C00370000', quantity: -2, delivery: 'stock', shares: -200, cash: 74_000 },
    'Assigned at expiry: 2 AAPL261127C00370000, 200 shares sold for 74,000.00 dollars.',
  ],
  [
    'option_exercised',
    { contract: 'SPY261125P00681000', quantity: 1, delivery: 'cash', shares: 0, cash: 1_171 },
    'Exercised at expiry: 1 SPY261125P00681000, settled in cash: 1,171.00 dollars received.',
  ],
  [
    'option_expired',
    { contract: 'AAPL261127P00380000', quantity: -2, delivery: null, shares: 0, cash: 0 },
    'Expired worthless: 2 written AAPL261127P00380000.',
  ],
  ['borrow_fee', { cash: -27.7704, nights: 1 }, 'Borrowing short stock cost 27.7704 dollars for 1 night.'],
  ['deficit', { owed: 35_762 }, 'Cash is below zero: 35,762.00 dollars are owed. Positions may only be closed.'],
  [
    'deficit',
    { owed: 12.5, reason: 'no position is left to sell', untradable: [] },
    'Cash is below zero: 12.50 dollars are owed, because no position is left to sell. Positions may only be closed.',
  ],
  [
    'liquidated',
    { instrument: 'AAPL', quantity: -84, price: 382.85, cash: 32_159.4 },
    'The service sold 84 AAPL at 382.85, because cash was below zero.',
  ],
  [
    'liquidated',
    { instrument: 'SPY', quantity: 7, price: 671.2, cash: -4_698.4, call: 'maintenance:2026-11-24' },
    'The service bought 7 SPY at 671.20, because a maintenance call was not met.',
  ],
  [
    'maintenance_call',
    call,
    'Equity of 99,400.9428 dollars is below the maintenance requirement of 99,937.803 dollars.',
  ],
  [
    'maintenance_unknown',
    { unmarked: ['XOM', 'SPY261218C00600000'] },
    'The maintenance requirement could not be checked, because XOM, SPY261218C00600000 have no fresh mark.',
  ],
  [
    'dividend_accrued',
    { ...dividend, shares: 200, cash: 97 },
    'KO went ex-dividend: 97.00 dollars will be paid on 2026-11-30 for 200 shares.',
  ],
  [
    'dividend_paid',
    { ...dividend, shares: -1, cash: -0.485 },
    'The dividend of KO was charged: 0.485 dollars for 1 short share.',
  ],
  [
    'split',
    { ratio: '1:3', instrument: 'JPM', quantity: 50, became: 'JPM', became_quantity: 16, cash: 391.42 },
    'By a split of 1:3, 50 JPM became 16 JPM, and 391.42 dollars were paid.',
  ],
  [
    'option_assigned',
    { contract: 'SPY261125C00681000', quantity: -1, delivery: 'cash', shares: 0, cash: -0.5 },
    'Assigned at expiry: 1 SPY261125C00681000, settled in cash: 0.50 dollars paid.',
  ],
  [
    'option_exercised',
    { contract: 'SPY261125P00681000', quantity: 1, delivery: 'cash', shares: 0, cash: 0.5 },
    'Exercised at expiry: 1 SPY261125P00681000, settled in cash: 0.50 dollars received.',
  ],
  [
    'option_expired',
    { contract: 'AAPL261127P00380000', quantity: 1, delivery: null, shares: 0, cash: 0 },
    'Expired worthless: 1 AAPL261127P00380000.',
  ],
  [
    'liquidated',
    { instrument: 'SPY', quantity: 1, price: 671.2, cash: -671.2, call: 'maintenance:2026-11-24' },
    'The service bought 1 SPY at 671.20, because a maintenance call was not met.',
  ],
  [
    'maintenance_unknown',
    { unmarked: ['A', 'B', 'C', 'D', 'E'] },
    'The maintenance requirement could not be checked, because A, B, C, D, E have no fresh mark.',
  ],
  [
    'maintenance_unknown',
    { unmarked: ['A', 'B', 'C', 'D', 'E', 'F'] },
    'The maintenance requirement could not be checked, because A, B, C, D, E and others have no fresh mark.',
  ],
  [
    'maintenance_unknown',
    { unmarked: ['XOM'] },
    'The maintenance requirement could not be checked, because XOM has no fresh mark.',
  ],
  ['maintenance_unknown', { unmarked: [] }, ACCOUNT_LOG.maintenance_unknown.title],
  [
    'dividend_accrued',
    { ...dividend, shares: -1, cash: -0.485 },
    'KO went ex-dividend: 0.485 dollars are owed on 2026-11-30 for 1 short share.',
  ],
  [
    'dividend_accrued',
    { ...dividend, shares: 1, cash: 0.485 },
    'KO went ex-dividend: 0.485 dollars will be paid on 2026-11-30 for 1 share.',
  ],
  ['dividend_paid', { ...dividend, shares: 1, cash: 0.485 }, 'The dividend of KO was paid: 0.485 dollars for 1 share.'],
  [
    'split',
    { ratio: '2:1', instrument: 'JPM', quantity: 50, became: 'JPM', became_quantity: 100, cash: 0 },
    'By a split of 2:1, 50 JPM became 100 JPM.',
  ],
  [
    'split',
    { ratio: '1:3', instrument: 'JPM', quantity: 1, became: null, became_quantity: 0, cash: 0.5 },
    'By a split of 1:3, 1 JPM ended, and 0.50 dollars were paid.',
  ],
  [
    'split',
    { ratio: '1:3', instrument: 'JPM', quantity: -1, became: null, became_quantity: 0, cash: -0.5 },
    'By a split of 1:3, -1 JPM ended, and 0.50 dollars were charged.',
  ],
  ['reset', {}, ACCOUNT_LOG.reset.title],
])('%s is told with its instruments and amounts', (kind, data, title) => {
  expect(accountTitle(kind, data)).toBe(title)
})

test('an event whose data have another shape keeps the fixed title of its kind', () => {
  for (const kind of Object.keys(ACCOUNT_LOG) as AccountEventKind[])
    expect(accountTitle(kind, { subject: 'test' })).toBe(ACCOUNT_LOG[kind].title)
})
