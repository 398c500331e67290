/** RFC 822 as feeds write it: 'Wed, 16 Sep 2026 18:00:00 GMT', also with an offset or an American zone. */
const RFC_822 =
  /^(?:[A-Z][a-z]{2},\s*)?(\d{1,2})\s+([A-Z][a-z]{2})\s+(\d{4})\s+(\d{2}):(\d{2})(?::(\d{2}))?\s+([A-Z]{1,4}|[+-]\d{4})$/
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const ZONES: Record<string, string> = { GMT: 'Z', UT: 'Z', UTC: 'Z', Z: 'Z', EST: '-05:00', EDT: '-04:00' }

/** Null if the text is not a date. Date.parse would read a date without a zone in the machine's own. */
export function feedInstant(text: string): Date | null {
  const written = text.trim()
  const instant = new Date(ISO.test(written) ? written : fromRfc822(written))
  return Number.isNaN(instant.getTime()) ? null : instant
}

function fromRfc822(text: string): string {
  const match = RFC_822.exec(text)
  if (!match) return ''
  const [, date = '', month = '', year, hour, minute, second = '00', zone = ''] = match
  const number = MONTHS.indexOf(month) + 1
  const offset = ZONES[zone] ?? zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  const day = `${year}-${String(number).padStart(2, '0')}-${date.padStart(2, '0')}`
  // 31 April would pass as 1 May.
  const isDate = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) === true
  return isDate ? `${day}T${hour}:${minute}:${second}${offset}` : ''
}
