import { AppError } from '../../../shared/errors.ts'
import { checkedObservations } from '../checked-observations.ts'
import { csvTable } from '../csv-table.ts'
import { decimal } from '../decimal.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { isoDay } from '../vendor-day.ts'

/** The vendor's whole history since 2011-05-02 in one file: DIX as a fraction, GEX in dollars per 1 % move. */
export const dixCsv: Feed = {
  id: 'dix-csv',
  vendor: 'dix',
  forbidden: 'blocked',
  required: true,
  request: () => ({
    path: '/monitor/static/DIX.csv',
    headers: { referer: 'https://squeezemetrics.com/monitor/dix' },
    accept: 'csv',
  }),
  parse(body, { day }) {
    const { header, rows } = csvTable(body)
    if (header.join() !== 'date,price,dix,gex') throw new AppError('invalid', 'not the header of the DIX file')
    const column = (index: number, name: string) =>
      rows.map((row) => [isoDay(row[0] ?? ''), decimal(row[index] ?? '', name)] as const)
    return {
      ...NO_DATA,
      observations: [
        ...checkedObservations('dix', column(2, 'dix'), day),
        ...checkedObservations('gex_vendor', column(3, 'gex'), day),
      ],
    }
  },
}
