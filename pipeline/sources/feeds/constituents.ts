import { parse } from 'csv-parse/sync'
import { IndexMember } from '../../../shared/domain/market/index-member.ts'
import { AppError } from '../../../shared/errors.ts'
import { decodeText } from '../decode-text.ts'
import { visibleText } from '../plain-text.ts'
import { type Feed, NO_DATA } from '../source.ts'

/** Genuine lists have 503 members; a tenth of that is a broken page, and no index here has a thousand. */
const MEMBERS_MIN = 50
const MEMBERS_MAX = 1_000
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/

/** Today's S&P 500 with GICS sectors, which a public repository copies from Wikipedia. Columns are found by name. */
export const constituents: Feed = {
  id: 'constituents',
  vendor: 'constituents',
  forbidden: 'blocked',
  required: true,
  request: () => ({ path: '/datasets/s-and-p-500-companies/main/data/constituents.csv', accept: 'csv' }),
  parse(body, { day }) {
    const members = records(body).map((row) => {
      const joined = row['Date added'] ?? ''
      const since = ISO_DATE.test(joined) ? joined : null
      const name = visibleText(row.Security ?? '')
      const named = name === '' ? {} : { name }
      const cik = /^\d{1,10}$/.test(row.CIK ?? '') ? { cik: Number(row.CIK) } : {}
      const member = IndexMember.safeParse({ symbol: row.Symbol, sector: row['GICS Sector'], ...named, ...cik, since })
      if (!member.success)
        throw new AppError('invalid', 'a row is not a member with symbol and GICS sector', { cause: member.error })
      if (member.data.since && member.data.since > day)
        throw new AppError('invalid', `${member.data.symbol} joins in the future`)
      return member.data
    })
    if (members.length < MEMBERS_MIN || members.length > MEMBERS_MAX)
      throw new AppError('invalid', `a list of ${members.length} members`)
    if (new Set(members.map(({ symbol }) => symbol)).size < members.length)
      throw new AppError('invalid', 'a member is listed twice')
    return { ...NO_DATA, members }
  },
}

function uniqueHeader(header: string[]): string[] {
  if (new Set(header).size < header.length) throw new AppError('invalid', 'the CSV repeats a column')
  return header
}

function records(body: Uint8Array): Record<string, string | undefined>[] {
  try {
    return parse(decodeText(body), { columns: uniqueHeader, skip_empty_lines: true, trim: true, to: MEMBERS_MAX + 1 })
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid', 'the CSV has rows of unequal length or broken quotes', { cause })
  }
}
