import type { Ohlc } from '../world/intraday.ts'
import { memo } from '../world/memo.ts'
import { perWorld } from '../world/per-world.ts'
import type { World } from '../world/world.ts'
import { cachedFile } from './cached-file.ts'
import { lastPublished } from './published.ts'
import { csv, type VendorReply, type VendorRequest } from './vendor.ts'

const PUBLISHED = '17:30'

/** The site prints two decimals of an index and pads them to six. */
const padded = (value: number): string => `${value.toFixed(2)}0000`
const bar = ({ open, high, low, close }: Ohlc): string => [open, high, low, close].map(padded).join(',')

type File = { header: string; first: string; row(world: World, index: number): string }

const withBars = (series: 'vix' | 'vix9d' | 'vix3m', first: string): File => ({
  header: 'DATE,OPEN,HIGH,LOW,CLOSE',
  first,
  row: (world, index) => bar(world.ohlc(index, series)),
})

const closes = (name: string, first: string, pick: (world: World, index: number) => number): File => ({
  header: `DATE,${name}`,
  first,
  row: (world, index) => pick(world, index).toFixed(2),
})

const FILES: ReadonlyMap<string, File> = new Map([
  ['VIX', withBars('vix', '2004-01-02')],
  ['VIX9D', withBars('vix9d', '2011-01-03')],
  ['VIX3M', withBars('vix3m', '2009-09-18')],
  ['SKEW', closes('SKEW', '2004-01-02', (world, index) => world.daily(index).volatility.skew)],
  ['VVIX', closes('VVIX', '2006-03-06', (world, index) => world.daily(index).volatility.vvix)],
])

const american = (day: string): string => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`

/** Five files of 400 KB; the rows of one day never change, so whole files are cached by their last row. */
const FILES_KEPT = 10

type FileRequest = { name: string; file: File; last: number }

const bodyOf = perWorld((world) =>
  memo(
    FILES_KEPT,
    ({ name, last }: FileRequest) => `${name} ${last}`,
    ({ file, last }: FileRequest) => {
      const lines = [file.header]
      for (let index = 0; index <= last; index++) {
        const { day } = world.daily(index)
        if (day >= file.first) lines.push(`${american(day)},${file.row(world, index)}`)
      }
      return { text: `${lines.join('\n')}\n` }
    },
  ),
)

export const indexHistory = (world: World, name: string, request: VendorRequest): VendorReply | null => {
  const file = FILES.get(name)
  if (!file) return null
  const { day, at } = lastPublished(request.instant, PUBLISHED)
  if (day < file.first) return csv(`${file.header}\n`)
  return cachedFile(request, 'text/csv', bodyOf(world)({ name, file, last: world.indexOf(day) }).text, at)
}
