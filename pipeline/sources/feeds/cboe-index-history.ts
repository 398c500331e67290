import type { SeriesId } from '../../../shared/domain/market/series.ts'
import { AppError } from '../../../shared/errors.ts'
import { checkedObservations } from '../checked-observations.ts'
import { csvTable } from '../csv-table.ts'
import { decimal } from '../decimal.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { usDay } from '../vendor-day.ts'

interface Index {
  name: string
  series: SeriesId
  required: boolean
}

/**
 * The index's own file since its first day: DATE,OPEN,HIGH,LOW,CLOSE or, for SKEW and VVIX, DATE and one column
 * named like the index. It holds day T the same evening and may be revised, so all of it is read each time.
 */
export function cboeIndexHistory({ name, series, required }: Index): Feed {
  return {
    id: `cboe-${name.toLowerCase()}-history`,
    vendor: 'cboe',
    forbidden: 'blocked',
    required,
    request: () => ({ path: `/api/global/us_indices/daily_prices/${name}_History.csv`, accept: 'csv' }),
    parse(body, { day }) {
      const { header, rows } = csvTable(body)
      if (header[0] !== 'DATE') throw new AppError('invalid', `${name}: the first column is not DATE`)
      const column = valueColumn(header, name)
      const values = rows.map((row) => [usDay(row[0] ?? ''), decimal(row[column] ?? '', `${name} close`)] as const)
      // The files contain a few rows of zeros, from days without a calculation.
      return {
        ...NO_DATA,
        observations: checkedObservations(
          series,
          values.filter(([, value]) => value !== 0),
          day,
        ),
      }
    },
  }
}

function valueColumn(header: readonly string[], name: string): number {
  const close = header.indexOf('CLOSE')
  if (close > 0) return close
  const own = header.indexOf(name)
  if (own > 0) return own
  if (header.length === 2) return 1
  throw new AppError('invalid', `${name}: no CLOSE column`)
}
