import { expect, test } from 'vitest'
import type { ListedFiling } from '../../../shared/domain/market/company-record.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { secFacts } from './sec-facts.ts'

const TODAY = tradingDay('2026-11-20')
const context = { at: new Date('2026-11-20T15:00:00Z'), day: TODAY, mode: 'latest', fredApiKey: null } as const

const filing = (form: string, accession: string, filed: string): ListedFiling => ({
  form,
  accession,
  filed: tradingDay(filed),
  items: '',
  accepted_at: null,
  report_day: null,
  facts: null,
  knownAt: new Date(`${filed}T22:00:00Z`),
  document: '',
})

interface Stated {
  accn: string
  filed: string
  val: number
  start?: string
  end?: string
}
/** A document of the SEC: by taxonomy, tag and unit. */
const document = (facts: Record<string, Record<string, Record<string, Stated[]>>>) => {
  const rowOf = (row: Stated) => ({ start: '2026-07-01', end: '2026-09-30', form: '10-Q', ...row })
  const tagsOf = (tags: Record<string, Record<string, Stated[]>>) =>
    Object.fromEntries(
      Object.entries(tags).map(([tag, units]) => [
        tag,
        { units: Object.fromEntries(Object.entries(units).map(([unit, rows]) => [unit, rows.map(rowOf)])) },
      ]),
    )
  const all = Object.fromEntries(Object.entries(facts).map(([taxonomy, tags]) => [taxonomy, tagsOf(tags)]))
  return new TextEncoder().encode(JSON.stringify({ entityName: 'Example', facts: all }))
}
const recordsOf = (facts: Parameters<typeof document>[0], listed: readonly ListedFiling[] = []) =>
  secFacts('ZTS', 1_555_280, listed).parse(document(facts), context).records

const SEPTEMBER = { accn: 'a-1', filed: '2026-11-05', val: 100 }

test('each filing that states figures is a record of those that are listed, known when it was accepted', () => {
  const june = { ...SEPTEMBER, accn: 'a-0', filed: '2026-08-06', val: 90, start: '2026-04-01', end: '2026-06-30' }
  const listed = filing('10-Q', 'a-1', '2026-11-05')
  const records = recordsOf({ 'us-gaap': { Revenues: { USD: [june, SEPTEMBER] }, Goodwill: { USD: [SEPTEMBER] } } }, [
    listed,
  ])
  expect(records).toMatchObject([
    {
      key: 'a-0',
      knownAt: new Date('2026-08-07T04:00:00Z'),
      row: { facts: [['Revenues', 'USD', '2026-04-01', '2026-06-30', 90]] },
    },
    { key: 'a-1', knownAt: listed.knownAt, row: { facts: [['Revenues', 'USD', '2026-07-01', '2026-09-30', 100]] } },
  ])
  for (const { row } of records) expect(row).not.toHaveProperty('unreadable')
})

test('a filing that is not known yet waits for the next run', () => {
  const today = { ...SEPTEMBER, filed: TODAY }
  expect(recordsOf({ 'us-gaap': { Revenues: { USD: [today] } } })).toEqual([])
})

test('a filer under other rules is recognised by its newest annual or quarterly filing, which gives the reason for missing figures', () => {
  const listed = [
    filing('8-K', 'a-3', '2026-11-06'),
    filing('20-F', 'a-2', '2026-03-05'),
    filing('20-F', 'a-1', '2025-03-05'),
  ]
  expect(recordsOf({ 'ifrs-full': { Revenue: { USD: [SEPTEMBER] } } }, listed)).toMatchObject([
    { key: 'a-2', row: { facts: [], unreadable: 'the company reports under IFRS, which is not read' } },
  ])
})

test('a filer that changed to another currency gives none of its older dollars', () => {
  const dollars = { ...SEPTEMBER, filed: '2024-11-05', start: '2024-07-01', end: '2024-09-30' }
  const facts = { 'us-gaap': { Revenues: { USD: [dollars], EUR: [SEPTEMBER] } } }
  expect(recordsOf(facts, [filing('10-Q', 'a-9', '2026-11-05')])).toMatchObject([
    { key: 'a-9', row: { facts: [], unreadable: 'the company reports in EUR, not in dollars' } },
  ])
})
