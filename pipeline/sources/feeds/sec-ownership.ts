import type { ListedFiling } from '../../../shared/domain/market/company-record.ts'
import { readOwnership } from '../../filings/ownership.ts'
import { decodeText } from '../decode-text.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { secRequest } from './sec-request.ts'

const BYTES_MAX = 2_000_000
/** The path of the raw document is that of the rendered one without its folder. */
const RENDERED = /^xsl[^/]+\//

/** One ownership form; the rendered document is HTML, the raw one is XML. */
export function secOwnership(ticker: string, cik: number, filing: ListedFiling): Feed {
  const { accession, document, filed, form, knownAt } = filing
  return {
    id: `sec-form-${accession}`,
    vendor: 'sec',
    forbidden: 'blocked',
    required: false,
    request: () =>
      secRequest(
        `/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${document.replace(RENDERED, '')}`,
        'xml',
        BYTES_MAX,
      ),
    parse(body) {
      const read = readOwnership(decodeText(body), accession)
      const row = { ...read, form: read.form === 'unknown' ? form : read.form, filed }
      return { ...NO_DATA, records: [{ ticker, kind: 'ownership', key: accession, day: filed, knownAt, row }] }
    },
  }
}
