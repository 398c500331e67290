import { expect, test } from 'vitest'
import { inForce, readOwnership } from './ownership.ts'
import { MARKET_CODES, TRANSACTION_CODES } from './transaction-codes.ts'

interface Parts {
  type?: string
  checked?: string
  owners?: readonly string[]
  rows?: string
  derivative?: string
  notes?: string
  signed?: string
  period?: string
}

const owner = (cik: string) => `<reportingOwner>
  <reportingOwnerId><rptOwnerCik>${cik}</rptOwnerCik><rptOwnerName>OWNER ${cik}</rptOwnerName></reportingOwnerId>
  <reportingOwnerRelationship><isDirector>true</isDirector><isOfficer>1</isOfficer><officerTitle>CFO &amp; Treasurer</officerTitle>
  <isTenPercentOwner>0</isTenPercentOwner></reportingOwnerRelationship></reportingOwner>`

const form = ({
  type = '4',
  checked = '',
  owners = ['1'],
  rows = '',
  derivative = '',
  notes = '',
  signed = '2025-01-10',
  period = '2025-01-08',
}: Parts) => `<?xml version="1.0"?>
<ownershipDocument><documentType>${type}</documentType><periodOfReport>${period}</periodOfReport>
<issuer><issuerCik>9</issuerCik><issuerName>A &amp; B</issuerName><issuerTradingSymbol>AB</issuerTradingSymbol></issuer>
${owners.map(owner).join('')}${checked}
<nonDerivativeTable>${rows}</nonDerivativeTable><derivativeTable>${derivative}</derivativeTable>
<footnotes>${notes}</footnotes>
<ownerSignature><signatureName>x</signatureName><signatureDate>${signed}</signatureDate></ownerSignature></ownershipDocument>`

const row = (
  code: string,
  { price = '<value>10.5</value>', note = '', table = 'nonDerivative' } = {},
) => `<${table}Transaction>
  <securityTitle><value>Common Stock</value>${note}</securityTitle><transactionDate><value>2025-01-08</value></transactionDate>
  <transactionCoding><transactionCode>${code}</transactionCode><equitySwapInvolved>0</equitySwapInvolved></transactionCoding>
  <transactionAmounts><transactionShares><value>1,000</value></transactionShares>
  <transactionPricePerShare>${price}</transactionPricePerShare>
  <transactionAcquiredDisposedCode><value>D</value></transactionAcquiredDisposedCode></transactionAmounts>
  <postTransactionAmounts><sharesOwnedFollowingTransaction><value>500.0</value></sharesOwnedFollowingTransaction></postTransactionAmounts>
  <ownershipNature><directOrIndirectOwnership><value>I</value></directOrIndirectOwnership><natureOfOwnership><value>By trust</value></natureOfOwnership></ownershipNature>
  </${table}Transaction>`

const read = (parts: Parts) => readOwnership(form(parts), 'form.xml')
const plans = (parts: Parts) => read(parts).transactions.map(({ plan_10b5_1: plan, plan_stated_by: by }) => [plan, by])
const BOX = '<aff10b5One>1</aff10b5One>'
const note = (id: string, text: string) => `<footnote id="${id}">${text}</footnote>`
const cites = (id: string) => `<footnoteId id="${id}"/>`

test('a sale in the open market, as the form states it', () => {
  expect(read({ rows: row('S') }).transactions).toEqual([
    {
      form: '4',
      issuer: { cik: '9', name: 'A & B', ticker: 'AB' },
      owners: [{ cik: '1', name: 'OWNER 1', role: 'director, CFO & Treasurer' }],
      period: '2025-01-08',
      signed: '2025-01-10',
      owner: 'OWNER 1',
      role: 'director, CFO & Treasurer',
      derivative: false,
      security: 'Common Stock',
      shares: 1000,
      owned_after: 500,
      ownership: 'indirect',
      nature: 'By trust',
      footnotes: [],
      date: '2025-01-08',
      code: 'S',
      meaning: 'open-market or private sale',
      acquired: false,
      price: 10.5,
      value: 10_500,
      reason: null,
      open_market: true,
      plan_10b5_1: false,
      plan_stated_by: null,
    },
  ])
})

test.each(['2025-01-08-05:00', '2025-01-08Z'])('a day with the offset of a time zone is that day: %s', (day) => {
  const rows = row('S').replace('2025-01-08', day)
  const found = read({ rows, period: day, signed: day })
  expect([found.period, found.signed, found.transactions[0]!.date]).toEqual(['2025-01-08', '2025-01-08', '2025-01-08'])
})

test('a price that is only a footnote is null, and so is the value', () => {
  const [found] = read({ rows: row('S', { price: cites('F1') }), notes: note('F1', 'See remarks.') }).transactions
  expect(found).toMatchObject({
    price: null,
    value: null,
    reason: 'the form gives its price only in a footnote',
    footnotes: ['See remarks.'],
  })
})

test('grants, taxes, gifts and rows of the derivative table are not in the open market', () => {
  const rows = ['A', 'F', 'G', 'M'].map((code) => row(code)).join('')
  const { transactions } = read({ rows, derivative: row('P', { table: 'derivative' }) })
  expect(transactions.map(({ code, open_market: market, derivative }) => [code, market, derivative])).toEqual([
    ['A', false, false],
    ['F', false, false],
    ['G', false, false],
    ['M', false, false],
    ['P', false, true],
  ])
})

test.each([
  [
    'the box counts for every row when no footnote names a plan',
    { checked: BOX, rows: row('S') + row('S') },
    [
      [true, 'check box'],
      [true, 'check box'],
    ],
  ],
  [
    'a footnote that names a plan counts for its row alone',
    {
      checked: BOX,
      rows: row('S', { note: cites('F1') }) + row('F'),
      notes: note('F1', 'Sold under a Rule 10b5-1 trading plan.'),
    },
    [
      [true, 'footnote'],
      [false, null],
    ],
  ],
  [
    'before the box a footnote is enough',
    { rows: row('S', { note: cites('F1') }), notes: note('F1', 'Pursuant to a plan under Rule 10b5-1.') },
    [[true, 'footnote']],
  ],
  [
    'a footnote that denies a plan names none',
    {
      checked: '<aff10b5One>0</aff10b5One>',
      rows: row('S', { note: cites('F1') }),
      notes: note('F1', 'Not made pursuant to a Rule 10b5-1 plan.'),
    },
    [[false, 'check box']],
  ],
] as const)('%s', (_words, parts, expected) => {
  expect(plans(parts)).toEqual(expected)
})

test.each([
  '10b5-1',
  '10b5\u20111',
  '10b5\u20131',
  '10b5&#8211;1',
  '10b5&#x2011;1',
  '10b5 -1',
  '10b-5-1',
  '10b51',
  '10B5-1(c)',
])('a footnote names the rule of plans as %s', (rule) => {
  const named = (text: string) => plans({ rows: row('S', { note: cites('F1') }), notes: note('F1', text) })[0]![0]
  expect(named(`Sold pursuant to a Rule ${rule} trading plan.`)).toBe(true)
  expect(named(`Not sold pursuant to a Rule ${rule} trading plan.`)).toBe(false)
})

test('characters that a form writes as their numbers are read, and those that it writes out stay', () => {
  const text = 'Mr. O&#39;Brien&#8217;s &#x201C;Plan&#8221; &amp; A&amp;#38;B &lt;1&gt;'
  const { transactions } = read({ rows: row('S', { note: cites('F1') }), notes: note('F1', text) })
  expect(transactions[0]!.footnotes).toEqual(["Mr. O'Brien’s “Plan” & A&#38;B <1>"])
})

test('another rule than that of plans names none', () => {
  const named = (text: string) => plans({ rows: row('S', { note: cites('F1') }), notes: note('F1', text) })[0]![0]
  expect([named('Exempt under Rule 16b-3.'), named('Rule 10b5-2 applies.'), named('Rule 10b-18 applies.')]).toEqual([
    false,
    false,
    false,
  ])
})

test('an amendment replaces the form of the same issuer, owners and period, and an earlier amendment', () => {
  const original = read({ rows: row('S'), owners: ['1', '2'] })
  const first = read({ type: '4/A', rows: row('P'), owners: ['2', '1'], signed: '2025-01-12' })
  const second = read({ type: '4/A', rows: row('G'), owners: ['1', '2'], signed: '2025-01-20' })
  const others = [
    read({ rows: row('S'), owners: ['1'] }),
    read({ rows: row('S'), owners: ['1', '2'], period: '2025-02-01' }),
    read({ type: '5', owners: ['1', '2'] }),
  ]
  const { forms, replaced } = inForce([second, original, first, ...others])
  expect(forms).toEqual([second, ...others])
  expect(replaced).toEqual([original, first])
})

test.each([
  ['a corrected price', row('S', { price: '<value>10.6</value>' }), true],
  ['a corrected number of shares', row('S').replace('1,000', '900'), true],
  ['a corrected day', row('S').replace('2025-01-08', '2025-01-07'), true],
  ['a corrected code', row('G'), true],
  ['the trade and one that was omitted', row('S') + row('P').replace('1,000', '40'), true],
  ['an omitted trade alone', row('P').replace('1,000', '40'), false],
  ['a footnote alone', '', false],
])('an amendment with %s', (_what, rows, replaces) => {
  const original = read({ rows: row('S') })
  const amendment = read({ type: '4/A', rows, signed: '2025-01-12' })
  expect(inForce([original, amendment]).replaced).toEqual(replaces ? [original] : [])
})

test('an amendment of an earlier addition leaves the form, and one of a form without trades replaces it', () => {
  const [original, holding] = [read({ rows: row('S') }), read({ type: '3' })]
  const omitted = row('P').replace('1,000', '40')
  const added = read({ type: '4/A', rows: omitted, signed: '2025-01-12' })
  const corrected = read({ type: '4/A', rows: omitted.replace('10.5', '11'), signed: '2025-01-20' })
  const amended = read({ type: '3/A', signed: '2025-01-20' })
  const { forms } = inForce([corrected, added, original, holding, amended])
  expect(forms).toEqual([corrected, original, amended])
})

test('joint owners share one row, and a holding is not a transaction', () => {
  const { transactions, holdings } = read({
    owners: ['1', '2'],
    rows:
      row('S') +
      row('S')
        .replaceAll('nonDerivativeTransaction>', 'nonDerivativeHolding>')
        .replace('<transactionDate>', '<x>')
        .replace('</transactionDate>', '</x>'),
  })
  expect(transactions).toHaveLength(1)
  expect(transactions[0]).toMatchObject({ owner: 'OWNER 1 and OWNER 2', role: 'director, CFO & Treasurer' })
  expect(holdings).toMatchObject([{ owned_after: 500, nature: 'By trust' }])
})

test('a form within the text of a submission is found, and a page that is not a form is named', () => {
  const inside = `<SEC-DOCUMENT>\n<TYPE>4\n<XML>\n${form({ rows: row('S') })}\n</XML>\n</SEC-DOCUMENT>`
  expect(readOwnership(inside, 'x.txt').transactions).toHaveLength(1)
  expect(() => readOwnership('<html>Request Rate Threshold Exceeded</html>', 'x.xml')).toThrow(
    'x.xml: no ownership document',
  )
  expect(() => readOwnership('<ownershipDocument><a></ownershipDocument>', 'x.xml')).toThrow('x.xml: not well-formed')
})

test('entities that a document declares for itself are not expanded', () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(100)}">]>${form({ rows: row('S').replace('Common Stock', '&a;') })}`
  expect(readOwnership(bomb, 'x.xml').transactions[0]!.security).toBe('&a;')
})

test.each(['1e308', '1000000000001', '-1e13', 'Infinity'])('a number of shares of %s is none', (shares) => {
  const [deal] = read({ rows: row('S').replace('1,000', shares) }).transactions
  expect([deal!.shares, deal!.value, deal!.reason]).toEqual([null, null, 'the form states no number of shares'])
})

test('a form is signed when the last of its owners has signed', () => {
  const two = form({ signed: '2025-01-12' }).replace(
    '<ownerSignature>',
    '<ownerSignature><signatureName>y</signatureName><signatureDate>2025-01-10</signatureDate></ownerSignature><ownerSignature>',
  )
  expect(readOwnership(two, 'form.xml').signed).toBe('2025-01-12')
  expect(readOwnership(two.replace('2025-01-10', '2025-01-14'), 'form.xml').signed).toBe('2025-01-14')
})

test('purchases and sales are the trades in the market, and each of them has its meaning', () => {
  expect(MARKET_CODES).toEqual(['P', 'S'])
  for (const code of MARKET_CODES) expect(TRANSACTION_CODES[code]).toMatch(/^open-market or private (purchase|sale)$/)
})
