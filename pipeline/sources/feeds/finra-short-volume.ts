import { AppError } from '../../../shared/errors.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { checkedObservations } from '../checked-observations.ts'
import { decimal } from '../decimal.ts'
import { decodeText } from '../decode-text.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { compactDay } from '../vendor-day.ts'

const HEADER = 'Date|Symbol|ShortVolume|ShortExemptVolume|TotalVolume|Market'

export interface ShortVolume {
  /** In our spelling: class shares with a dot (BRK.B). */
  symbol: string
  shortVolume: number
  totalVolume: number
}

/**
 * One day's off-exchange (TRF/ADF) short-sale volume of every listed symbol. Volumes are fractional since 2026, against
 * the published layout. The last line is the number of records, which proves that the file is whole.
 */
export function parseShortVolume(body: Uint8Array, day: TradingDay): ShortVolume[] {
  const [header, ...lines] = decodeText(body).trimEnd().split('\n')
  if (header !== HEADER) throw new AppError('invalid', 'not the header of a short-volume file')
  const trailer = lines.pop() ?? ''
  if (!/^\d+$/.test(trailer)) throw new AppError('invalid', 'the file ends without its record count')
  if (Number(trailer) !== lines.length)
    throw new AppError('invalid', `the file counts ${trailer} records and has ${lines.length}`)
  const rows = lines.map((line) => parseLine(line, day))
  if (new Set(rows.map(({ symbol }) => symbol)).size < rows.length)
    throw new AppError('invalid', 'a symbol is listed twice')
  return rows
}

function parseLine(line: string, day: TradingDay): ShortVolume {
  const cells = line.split('|')
  if (cells.length !== 6) throw new AppError('invalid', 'a record does not have six fields')
  const [date = '', symbol = '', short = '', , total = ''] = cells
  if (compactDay(date) !== day) throw new AppError('invalid', `the file is not for ${day}`)
  const shortVolume = decimal(short, 'ShortVolume')
  const totalVolume = decimal(total, 'TotalVolume')
  if (shortVolume < 0 || totalVolume < shortVolume) throw new AppError('invalid', 'a short volume outside its total')
  return { symbol: symbol.replace('/', '.'), shortVolume, totalVolume }
}

const sumOf = (rows: readonly ShortVolume[], column: 'shortVolume' | 'totalVolume'): number =>
  rows.reduce((sum, row) => sum + row[column], 0)

/**
 * The file of today may come later, while that of an earlier day must exist; for an earlier day a 403 therefore means a
 * block.
 */
export function finraShortVolume(day: TradingDay, today: TradingDay): Feed {
  return {
    id: `finra-short-volume-${day}`,
    vendor: 'finra',
    forbidden: day < today ? 'blocked' : 'not_published',
    required: false,
    request: () => ({ path: `/equity/regsho/daily/CNMSshvol${day.replaceAll('-', '')}.txt`, accept: 'text' }),
    parse(body, context) {
      const rows = parseShortVolume(body, day)
      const total = sumOf(rows, 'totalVolume')
      if (total === 0) return { ...NO_DATA, notes: [`no short volume was reported for ${day}`] }
      return {
        ...NO_DATA,
        shortVolumes: rows.map(({ symbol, shortVolume, totalVolume }) => ({
          symbol,
          day,
          short: shortVolume,
          total: totalVolume,
        })),
        observations: checkedObservations(
          'finra_short_share',
          [[day, sumOf(rows, 'shortVolume') / total]],
          context.day,
        ),
      }
    },
  }
}
