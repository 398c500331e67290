/** Puts one bad value into a good body, by kind of feed. */
export interface Spoiling {
  feeds: RegExp
  /** Replaces one price, rate or share; null where a feed has none. */
  number: ((body: string, value: string) => string) | null
  /** Moves its newest date a year ahead. */
  later(body: string): string
  twice(body: string): string
  /** Values that are not faults here, and why. */
  sound: Record<string, string>
}

const lines = (body: string, change: (line: string, index: number, last: number) => string): string => {
  const all = body.replace(/\r/g, '').trimEnd().split('\n')
  return `${all.map((line, index) => change(line, index, all.length - 1)).join('\n')}\n`
}
const inLastLine =
  (change: (cells: string[]) => string[], by = ',') =>
  (body: string) =>
    lines(body, (line, index, last) => (index === last ? change(line.split(by)).join(by) : line))
const cellOf = (column: number, value: string) => (cells: string[]) =>
  cells.map((cell, index) => (index === column ? value : cell))
const columnOf = (body: string, name: string) =>
  body
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, 1)[0]!
    .split(',')
    .indexOf(name)
const columnTwice = (body: string) => lines(body, (line) => `${line},${line.split(',')[1] ?? ''}`)
const keyTwice = (body: string) => body.replace(/"(\w+)"\s*:/, '"$1":null,"$1":')
const yearOn = (text: string) => text.replaceAll('2026', '2027')
/** The last number of the last array of that name. */
const lastOf = (name: string, body: string, value: string) => {
  const start = body.lastIndexOf(`"${name}":[`) + name.length + 4
  const end = body.indexOf(']', start)
  const numbers = body.slice(start, end).split(',')
  const last = numbers.findLastIndex((number) => number !== 'null' && !number.includes('{'))
  return body.slice(0, start) + numbers.map((number, at) => (at === last ? value : number)).join(',') + body.slice(end)
}

const RATE = 'a rate has been zero, and below'

export const SPOILING: readonly Spoiling[] = [
  {
    feeds: /^fred-daily$/,
    number: (body, value) => inLastLine(cellOf(columnOf(body, 'BAA10Y'), value))(body),
    later: (body) => inLastLine(([date, ...rest]) => [yearOn(date!), ...rest])(body),
    twice: columnTwice,
    sound: {},
  },
  {
    feeds: /^fred-daily-/,
    number: (body, value) => inLastLine(cellOf(1, value))(body),
    later: (body) => inLastLine(([date, ...rest]) => [yearOn(date!), ...rest])(body),
    twice: columnTwice,
    sound: { 'fred-daily-7-day 0': RATE, 'fred-daily-7-day -1': RATE },
  },
  {
    feeds: /^fred-api-/,
    number: (body, value) => body.replace(/^(.*)"value":"[\d.-]+"/s, `$1"value":"${value}"`),
    later: yearOn,
    twice: keyTwice,
    sound: Object.fromEntries(
      ['t10y2y', 't10y3m', 't5yie', 't10yie', 'dgs10', 'dff', 'dfedtaru', 'dfedtarl', 'dcoilwtico'].flatMap((id) => [
        [`fred-api-${id} 0`, RATE],
        [`fred-api-${id} -1`, RATE],
      ]),
    ),
  },
  {
    feeds: /^cboe-.*-quote$|^cboe-spy-options$/,
    number: (body, value) => body.replace(/"current_price":[\d.]+/, `"current_price":${value}`),
    later: (body) => body.replace(/("last_trade_time":"|"timestamp":")2026/g, '$12027'),
    twice: keyTwice,
    sound: {},
  },
  {
    feeds: /^cboe-.*-history$/,
    number: (body, value) => inLastLine((cells) => [...cells.slice(0, -1), value])(body),
    later: (body) => inLastLine(([date, ...rest]) => [yearOn(date!), ...rest])(body),
    twice: columnTwice,
    sound: Object.fromEntries(
      ['vix', 'vix9d', 'vix3m', 'skew', 'vvix'].map((id) => [
        `cboe-${id}-history 0`,
        'the files mark days without a value so',
      ]),
    ),
  },
  {
    feeds: /^cboe-.*-closes$/,
    number: (body, value) => body.replace(/^(.*)"close":"[\d.]+"/s, `$1"close":"${value}"`),
    later: (body) => body.replace(/^(.*)"date":"2026/s, '$1"date":"2027'),
    twice: keyTwice,
    sound: {},
  },
  {
    feeds: /^dix-csv$/,
    number: (body, value) => inLastLine(cellOf(2, value))(body),
    later: (body) => inLastLine(([date, ...rest]) => [yearOn(date!), ...rest])(body),
    twice: columnTwice,
    sound: {},
  },
  {
    feeds: /^finra-/,
    number: (body, value) =>
      lines(body, (line, index) => (index === 1 ? cellOf(4, value)(line.split('|')).join('|') : line)),
    later: yearOn,
    twice: (body) => {
      const rows = body.trimEnd().split('\n')
      return `${[...rows.slice(0, -1), rows[1], Number(rows.at(-1)) + 1].join('\n')}\n`
    },
    sound: {},
  },
  {
    feeds: /^yahoo-/,
    number: (body, value) =>
      lastOf('close', body.includes('"adjclose":[{') ? lastOf('adjclose', body, value) : body, value),
    later: (body) =>
      body.replace(/"timestamp":\[([\d,]+)\]/, (_, all: string) => {
        const at = all.split(',').map(Number)
        return `"timestamp":[${[...at.slice(0, -1), at.at(-1)! + 365 * 86_400].join(',')}]`
      }),
    twice: keyTwice,
    sound: {},
  },
  {
    feeds: /^constituents$/,
    number: null,
    later: (body) => body.replace('1999-12-31', '2027-11-20'),
    twice: columnTwice,
    sound: {},
  },
  {
    feeds: /^cftc-cot$/,
    number: (body, value) => body.replace(/"open_interest_all":"\d+"/, `"open_interest_all":"${value}"`),
    later: (body) => body.replace('"2026-', '"2027-'),
    twice: keyTwice,
    sound: {},
  },
  {
    feeds: /^aaii-sheet$/,
    number: (body, value) => body.replace(/^(11-19-26),[\d.]+%/m, `$1,${value}%`),
    later: (body) => body.replace('11-19-26', '11-18-27'),
    twice: (body) => body.replace(/^(11-19-26),([\d.]+)%,([\d.]+)%(.*)$/m, '$&\r\n$1,$3%,$2%$4'),
    sound: {},
  },
  {
    feeds: /^news-/,
    number: null,
    later: (body) =>
      body.replaceAll(/20\d\d(?=[- ]\d\d[-:])/g, '2027').replace(/<item>(?:(?!<pubDate>).)*?<\/item>/gs, ''),
    twice: (body) => body,
    sound: { 'news-fed twice': 'an article twice is one article', 'news-bls twice': '', 'news-google twice': '' },
  },
  {
    // One bad row is left out and counted; a page of nothing else is refused.
    feeds: /^prints$/,
    number: (body, value) => body.replace(/"price":"?[\d.]+"?/g, `"price":${value}`),
    later: (body) =>
      yearOn(body).replace(
        /("\w+_(?:at|time)":)(\d{13})/g,
        (_, name: string, at: string) => `${name}${+at + 365 * 86_400_000}`,
      ),
    twice: keyTwice,
    sound: {},
  },
]

export const NUMBERS = ['NaN', '0', '-1', '1e308'] as const
