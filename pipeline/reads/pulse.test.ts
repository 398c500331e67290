import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LoggedEvent } from '../../shared/domain/contract/event.ts'
import { PULSE_BYTES, Pulse } from '../../shared/domain/contract/pulse.ts'
import { type PulseInput, pulse } from './pulse.ts'

const event = (id: number, changes: Partial<LoggedEvent> = {}): LoggedEvent => ({
  id,
  prev_id: id - 1,
  hash: '0'.repeat(64),
  kind: 'slot',
  subject: `slot-${id}`,
  severity: 'info',
  title: `Slot ${id} was caught up late.`,
  at: '2026-11-20T10:30:11-05:00',
  recorded_at: '2026-11-20T10:30:12-05:00',
  data: {},
  cycle_id: null,
  origin: 'scheduled',
  ...changes,
})
const alert = (id: number, subject: string, changes: Partial<LoggedEvent> = {}) =>
  event(id, { kind: 'alert', subject, severity: 'critical', title: `${subject} fired.`, ...changes })

const CALM: readonly LoggedEvent[] = [event(1), event(2, { kind: 'news', subject: 'fed', title: 'Minutes are out.' })]
const STRESSED: readonly LoggedEvent[] = [
  event(1),
  event(2, { kind: 'source_failure', subject: 'fred', severity: 'warning' }),
  alert(3, 'OIL_SPIKE', { severity: 'warning' }),
  alert(4, 'VIX_PANIC'),
  event(5, { kind: 'transition', subject: 'regime', severity: 'critical', title: 'The regime went to PANIC.' }),
  event(6, { kind: 'transition', subject: 'vix', severity: 'warning', title: 'VIX went to caution.' }),
  alert(7, 'HY_OAS_WIDENING', { severity: 'warning' }),
  event(8, { kind: 'transition', subject: 'vix', severity: 'warning', title: 'VIX went to adverse.' }),
]
const read = (events: readonly LoggedEvent[], changes: Partial<PulseInput> = {}) =>
  pulse({
    events,
    cursor: 8,
    gap: false,
    hasMore: false,
    book: null,
    metrics: new Map(),
    budget: PULSE_BYTES.max,
    ...changes,
  })
const subjects = (of: Pulse) => of.items.map(({ subject }) => subject)

describe('pulse', () => {
  it('is short on a calm day and begins with the worst on a stressed one', () => {
    const calm = read(CALM)
    expect(subjects(calm)).toEqual(['fed', 'slot-1'])
    expect(calm).toMatchObject({ truncated: false, omitted: 0, reason: null })
    expect(subjects(read(STRESSED))).toEqual([
      'regime',
      'VIX_PANIC',
      'HY_OAS_WIDENING',
      'OIL_SPIKE',
      'vix',
      'fred',
      'slot-1',
    ])
  })

  it('keeps the newest event of a subject and counts its changes', () => {
    expect(read(STRESSED).items.find(({ subject }) => subject === 'vix')).toMatchObject({ id: 8, changes: 2 })
  })

  it('ranks a subject by the worst of its changes, so that a panic that has passed is not among the information', () => {
    const cleared = (id: number, subject: string, severity: string) =>
      alert(id, subject, { severity: 'info', title: `${subject} cleared.`, data: { alert_severity: severity } })
    const regime = event(9, { kind: 'transition', subject: 'regime', title: 'The regime went to RISK-OFF.' })
    const found = read([
      ...STRESSED,
      regime,
      cleared(10, 'VIX_PANIC', 'critical'),
      cleared(11, 'DOLLAR_SURGE', 'warning'),
    ])
    expect(subjects(found).slice(0, 4)).toEqual(['VIX_PANIC', 'regime', 'DOLLAR_SURGE', 'HY_OAS_WIDENING'])
    const [panic, , dollar, spread] = found.items
    expect(panic).toMatchObject({
      severity: 'info',
      worst_severity: 'critical',
      changes: 2,
      text: 'VIX_PANIC cleared.',
    })
    expect(dollar).toMatchObject({ severity: 'info', worst_severity: 'warning' })
    expect(spread).not.toHaveProperty('worst_severity')
  })

  it('puts what matters to the book first within its severity, and names the symbols', () => {
    const book = { symbols: [{ symbol: 'USO', sector: null }], events: [] }
    const own = read(STRESSED, { book })
    expect(subjects(own).slice(2, 4)).toEqual(['OIL_SPIKE', 'HY_OAS_WIDENING'])
    expect(own.items.filter((item) => item.book).map((item) => [item.subject, item.book])).toEqual([
      ['OIL_SPIKE', ['USO']],
    ])
  })

  it('reads the log of the account together with the public one, as part of the book', () => {
    const call = event(1, {
      kind: 'call',
      subject: 'maintenance_call',
      severity: 'critical',
      title: 'Equity is short.',
    })
    const fills = [2, 3].map((id) => event(id, { kind: 'fill', subject: 'SPY', title: `Filled: buy ${id} SPY.` }))
    const made = event(4, { kind: 'account', subject: 'created', title: 'The account was created.' })
    const own = read(STRESSED, { book: { symbols: [], events: [call, ...fills, made] } })
    expect(subjects(own)[0]).toBe('maintenance_call')
    expect(subjects(own).slice(-3)).toEqual(['SPY', 'created', 'slot-1'])
    expect(own.items.find(({ kind }) => kind === 'fill')).toMatchObject({
      id: 3,
      changes: 2,
      text: 'Filled: buy 3 SPY.',
    })
  })

  it('begins with the picks of names that are held, and names them', () => {
    const pick = (id: number, subject: string) => event(id, { kind: 'pick', subject, title: `${subject} was locked.` })
    const book = { symbols: [{ symbol: 'AAPL', sector: null }], events: [] }
    const found = read([pick(1, 'AAPL'), pick(2, 'ZTS')], { book })
    expect(subjects(found)).toEqual(['AAPL', 'ZTS'])
    expect(found.items.map((item) => item.book)).toEqual([['AAPL'], undefined])
  })

  it('knows what a custom alert watches', () => {
    const fired = alert(1, 'CUSTOM_7', { severity: 'warning' })
    const book = { symbols: [{ symbol: 'USO', sector: null }], events: [] }
    const of = (metric: string) => read([fired], { book, metrics: new Map([['CUSTOM_7', metric]]) }).items[0]?.book
    expect([of('oil'), of('hy_oas'), of('gone')]).toEqual([['USO'], undefined, undefined])
  })

  it('leaves out the least material items, and reports how many', () => {
    const small = read(STRESSED, { budget: 500 })
    expect(small.items.length).toBeGreaterThan(0)
    expect(small).toMatchObject({ truncated: true, omitted: 7 - small.items.length })
    expect(subjects(small)).toEqual(subjects(read(STRESSED)).slice(0, small.items.length))
  })

  it('cuts the text of the most material item rather than saying nothing', () => {
    const long = [alert(1, 'VIX_PANIC', { title: 'VIX 31.40, at or above 30. '.repeat(40) })]
    const cut = read(long, { budget: 400 })
    expect(cut).toMatchObject({ truncated: true, omitted: 0 })
    expect(cut.items[0]?.text).toMatch(/^VIX 31.40.*…$/)
  })

  it('states why it is empty', () => {
    expect(read([])).toMatchObject({ items: [], truncated: false, reason: 'nothing has changed since the cursor' })
  })

  it('never exceeds the budget, and truncated is honest', () => {
    const title = fc.string({ unit: 'grapheme', maxLength: 300 })
    const drawnOf = (...kinds: LoggedEvent['kind'][]) =>
      fc.array(fc.record({ kind: fc.constantFrom(...kinds), title, subject: title }), { maxLength: 40 })
    const logged = (drawn: Partial<LoggedEvent>[]) => drawn.map((changes, at) => event(at + 1, changes))
    const cursor = fc.constantFrom(null, 7, '999999999999999.999999999999999')
    const symbols = fc.array(fc.record({ symbol: fc.constantFrom('SPY', 'USO', 'TLT'), sector: fc.constant(null) }))
    const book = fc.option(fc.record({ symbols, events: drawnOf('fill', 'call').map(logged) }))
    const events = drawnOf('alert', 'news', 'transition').map(logged)
    fc.assert(
      fc.property(events, book, cursor, fc.integer(PULSE_BYTES), (logged, book, cursor, budget) => {
        const read = (events: readonly LoggedEvent[], { budget }: { budget: number }) =>
          pulse({ events, cursor, gap: true, hasMore: true, book, metrics: new Map(), budget })
        const answer = read(logged, { budget })
        expect(new TextEncoder().encode(JSON.stringify(answer)).length).toBeLessThanOrEqual(budget)
        expect(() => Pulse.parse(answer)).not.toThrow()
        const whole = read(logged, { budget: 1e6 })
        expect(answer.truncated).toBe(JSON.stringify(answer.items) !== JSON.stringify(whole.items))
      }),
    )
  })
})
