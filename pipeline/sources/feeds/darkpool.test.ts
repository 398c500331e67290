import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { instantAt } from '../../../shared/time/eastern.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { darkpool } from '../darkpool.ts'
import type { FeedContext } from '../source.ts'
import { dixCsv } from './dix-csv.ts'
import { finraShortVolume, parseShortVolume } from './finra-short-volume.ts'

const text = (path: string) => readFileSync(new URL(`../../../harness/fixtures/${path}`, import.meta.url), 'utf8')
const bytes = (content: string) => new TextEncoder().encode(content)
const invalid = expect.objectContaining({ kind: 'invalid' })
const day = tradingDay('2026-11-20')
const context: FeedContext = { at: instantAt(day, '18:15'), day, mode: 'latest', fredApiKey: null }
const thursday = tradingDay('2026-11-19')
const whole = text('finra-short-volume/CNMSshvol20261119.txt')

describe('FINRA short volume', () => {
  const feed = finraShortVolume(thursday, thursday)
  const parse = (content: string) => feed.parse(bytes(content), context)

  it('a missing file means not published yet on its own day, and a block afterwards', () => {
    expect(feed.forbidden).toBe('not_published')
    expect(finraShortVolume(thursday, day).forbidden).toBe('blocked')
    const forbiddenAt = (time: string) => darkpool.feeds({ ...context, at: instantAt(day, time) })[1]!.forbidden
    expect([forbiddenAt('09:00'), forbiddenAt('18:15')]).toEqual(['blocked', 'not_published'])
    expect(feed.request(context).path).toBe('/equity/regsho/daily/CNMSshvol20261119.txt')
  })

  it('volumes may be fractional, and class shares are written with a dot', () => {
    const rows = parseShortVolume(bytes(whole), thursday)
    expect(rows[1]).toEqual({ symbol: 'BRK.B', shortVolume: 705180.795191, totalVolume: 1527927.127418 })
    expect(parse(whole).observations[0]?.value).toBeCloseTo(1361979.912252 / 2666285.270447, 10)
  })

  it('a day without volume has no share', () => {
    expect(parse('Date|Symbol|ShortVolume|ShortExemptVolume|TotalVolume|Market\n0\n').observations).toEqual([])
  })

  it.each([
    ['a cut file', whole.slice(0, -30)],
    ['a wrong record count', whole.replace(/4\n$/, '5\n')],
    ['another day', whole.replaceAll('20261119', '20261118')],
    ['more short than total', whole.replace('656799.067061', '9656799.067061')],
    ['a negative volume', whole.replace('656799.067061', '-1')],
    ['NaN', whole.replace('656799.067061', 'NaN')],
    ['a share beyond any market', whole.replaceAll(/\|(\d+\.\d+)\|(\d+(?:\.\d+)?)\|\d+\.\d+\|/g, '|$1|$2|$1|')],
  ])('refuses %s', (_, content) => {
    expect(() => parse(content)).toThrow(invalid)
  })
})

describe('DIX file', () => {
  it('both series are read past byte-order mark and CR, negative gamma included', () => {
    const { observations } = dixCsv.parse(bytes(text('dix-csv/DIX.csv')), context)
    expect(observations.filter(({ series }) => series === 'dix').at(-1)?.value).toBeCloseTo(0.46012, 5)
    expect(observations.at(-1)).toEqual({ series: 'gex_vendor', day: '2026-11-19', value: -412233019.1104 })
  })

  it.each([
    ['percent for a fraction', 'date,price,dix,gex\n2026-11-19,6790.1,46.01,1e9\n'],
    ['another header', 'date,price,gex,dix\n2026-11-19,6790.1,1e9,0.46\n'],
    ['a future row', 'date,price,dix,gex\n2026-12-01,6790.1,0.46,1e9\n'],
    ['an absurd gamma', 'date,price,dix,gex\n2026-11-19,6790.1,0.46,1e308\n'],
  ])('refuses %s', (_, content) => {
    expect(() => dixCsv.parse(bytes(content), context)).toThrow(invalid)
  })
})
