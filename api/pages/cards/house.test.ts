import { expect, it } from 'vitest'
import { textOf } from '../../../harness/text-of.ts'
import { readExample } from '../../openapi/read-example.ts'
import { houseCards } from './house.ts'

type House = Parameters<typeof houseCards>[0]
type Account = NonNullable<House['value']>['accounts'][number]

const example = readExample<NonNullable<House['value']>>(import.meta.url, '../../screener/house-example.json')
const [equal, chip] = example.accounts as [Account, Account]
const shown = (house: object): string =>
  houseCards({ value: { ...example, ...house }, reason: null, staleSeconds: null } as House)

it('an account is shown with its returns, its picks, and where the graded record differs from the traded one', () => {
  const text = textOf(shown({}))
  expect(text).toContain(
    'Every pick every locked pick with up to 10000 dollars, in whole shares +0.19 % SPY +1.21 % 1 0 open, 0 missed, ' +
      '0 skipped +1.79 % +1.89 % spread −0.05 %, impact 0.00 %, timing +0.15 %, misses 0.00 %',
  )
  expect(text).toContain('0 0 open, 0 missed, 1 skipped unknown unknown no pick has been both opened and closed yet')
  expect(text).toContain('no pick has been both opened and closed yet The accounts trade through the public API')
})

it('the curve of each account is drawn from its closes', () => {
  const house = shown({})
  expect(house).toContain('Equity of the account Every pick, 2 closes, now 100188 dollars')
  expect(house).toContain('Equity of the account Sized by chip, 2 closes, now 100000 dollars')
  expect(house.indexOf('Every pick: equity at closes')).toBeLessThan(house.indexOf('Sized by chip: equity at closes'))
})

it('a curve needs two closes', () => {
  const accounts = [
    { ...equal, curve: equal.curve.slice(0, 1) },
    { ...chip, curve: [] },
  ]
  const text = textOf(shown({ accounts }))
  expect(text).toContain('Every pick: equity at closes figures A curve needs two closes; one of this account is known.')
  expect(text).toContain('A curve needs two closes; none of this account is known.')
})

it('without accounts only the reason is shown, and with accounts it comes before the note', () => {
  expect(textOf(shown({ accounts: [], reason: null }))).toContain('The house accounts have not traded yet.')
  expect(textOf(shown({ accounts: [], reason: 'no address of the API is set' }))).toContain(
    'figures No address of the API is set. Every pick: equity',
  )
  expect(textOf(shown({ reason: 'the newest close is missing' }))).toContain(
    'The newest close is missing. The accounts trade',
  )
})
