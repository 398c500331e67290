import {
  child,
  children,
  dayOf,
  flagOf,
  footnoteIds,
  type Node,
  numberOf,
  readOwnershipDocument,
  textOf,
} from './ownership-document.ts'
import { MARKET_CODES, TRANSACTION_CODES } from './transaction-codes.ts'

interface Owner {
  cik: string | null
  name: string | null
  role: string
}

interface FormHead {
  form: string
  issuer: { cik: string | null; name: string | null; ticker: string | null }
  owners: Owner[]
  period: string | null
  signed: string | null
}

interface Row {
  owner: string
  role: string
  /** True for a row of the derivative table: an option, a right or a unit, no shares. */
  derivative: boolean
  security: string | null
  shares: number | null
  owned_after: number | null
  ownership: 'direct' | 'indirect' | null
  nature: string | null
  footnotes: string[]
}

export interface Transaction extends FormHead, Row {
  date: string | null
  code: string | null
  meaning: string | null
  acquired: boolean | null
  price: number | null
  value: number | null
  /** The reason why price or value is null; null when both are there. */
  reason: string | null
  open_market: boolean
  plan_10b5_1: boolean
  plan_stated_by: 'check box' | 'footnote' | null
}

export interface Holding extends FormHead, Row {}

export interface OwnershipForm extends FormHead {
  transactions: Transaction[]
  holdings: Holding[]
}

/** The contents of a Form 3, 4 or 5. */
export function readOwnership(text: string, file: string): OwnershipForm {
  const document = readOwnershipDocument(text, file)
  const issuer = child(document, 'issuer')
  const head: FormHead = {
    form: textOf(document, 'documentType') ?? 'unknown',
    issuer: {
      cik: textOf(issuer, 'issuerCik'),
      name: textOf(issuer, 'issuerName'),
      ticker: textOf(issuer, 'issuerTradingSymbol'),
    },
    owners: children(document, 'reportingOwner').map(ownerOf),
    period: dayOf(document, 'periodOfReport'),
    signed:
      children(document, 'ownerSignature')
        .map((each) => dayOf(each, 'signatureDate'))
        .toSorted()
        .at(-1) ?? null,
  }
  const notes = new Map(
    children(child(document, 'footnotes'), 'footnote').map((note) => [
      String(note['@id']),
      textOf({ note }, 'note') ?? '',
    ]),
  )
  const tables = [
    { table: child(document, 'nonDerivativeTable'), prefix: 'nonDerivative', derivative: false },
    { table: child(document, 'derivativeTable'), prefix: 'derivative', derivative: true },
  ]
  const rows = (kind: 'Transaction' | 'Holding') =>
    tables.flatMap(({ table, prefix, derivative }) =>
      children(table, `${prefix}${kind}`).map((node) => ({ node, row: rowOf(node, { head, notes, derivative }) })),
    )
  const plan = planOf(
    flagOf(document, 'aff10b5One'),
    rows('Transaction').map(({ row }) => row),
  )
  return {
    ...head,
    transactions: rows('Transaction').map(({ node, row }) => ({ ...head, ...row, ...dealOf(node, row), ...plan(row) })),
    holdings: rows('Holding').map(({ row }) => ({ ...head, ...row })),
  }
}

function ownerOf(node: Node): Owner {
  const [id, relation] = [child(node, 'reportingOwnerId'), child(node, 'reportingOwnerRelationship')]
  const roles = [
    ...(flagOf(relation, 'isDirector') ? ['director'] : []),
    ...(flagOf(relation, 'isOfficer') ? [textOf(relation, 'officerTitle') ?? 'officer'] : []),
    ...(flagOf(relation, 'isTenPercentOwner') ? ['10 % owner'] : []),
    ...(flagOf(relation, 'isOther') ? [textOf(relation, 'otherText') ?? 'other'] : []),
  ]
  return {
    cik: textOf(id, 'rptOwnerCik'),
    name: textOf(id, 'rptOwnerName'),
    role: roles.length === 0 ? 'not stated' : roles.join(', '),
  }
}

interface RowContext {
  head: FormHead
  notes: ReadonlyMap<string, string>
  derivative: boolean
}

function rowOf(node: Node, { head, notes, derivative }: RowContext): Row {
  const [after, nature] = [child(node, 'postTransactionAmounts'), child(node, 'ownershipNature')]
  const direct = textOf(nature, 'directOrIndirectOwnership')
  const ids = [...new Set(footnoteIds(node))]
  return {
    owner: head.owners.map(({ name }) => name ?? 'not named').join(' and '),
    role: [...new Set(head.owners.map(({ role }) => role))].join(' and '),
    derivative,
    security: textOf(node, 'securityTitle'),
    shares: numberOf(child(node, 'transactionAmounts'), 'transactionShares'),
    owned_after: numberOf(after, 'sharesOwnedFollowingTransaction'),
    ownership: direct === 'D' ? 'direct' : direct === 'I' ? 'indirect' : null,
    nature: textOf(nature, 'natureOfOwnership'),
    footnotes: ids.flatMap((id) => notes.get(id) ?? []),
  }
}

function dealOf(node: Node, { shares, derivative }: Row) {
  const [coding, amounts] = [child(node, 'transactionCoding'), child(node, 'transactionAmounts')]
  const code = textOf(coding, 'transactionCode')
  const price = numberOf(amounts, 'transactionPricePerShare')
  const side = textOf(amounts, 'transactionAcquiredDisposedCode')
  const isNoted = footnoteIds(child(amounts, 'transactionPricePerShare')).length > 0
  const noPrice = isNoted ? 'the form gives its price only in a footnote' : 'the form states no price'
  return {
    date: dayOf(node, 'transactionDate'),
    code,
    meaning: code === null ? null : (TRANSACTION_CODES[code] ?? 'unknown code'),
    acquired: side === null ? null : side === 'A',
    price,
    value: price === null || shares === null ? null : Math.round(price * shares * 10_000) / 10_000,
    reason: price === null ? noPrice : shares === null ? 'the form states no number of shares' : null,
    open_market:
      !derivative && code !== null && MARKET_CODES.includes(code) && flagOf(coding, 'equitySwapInvolved') !== true,
  }
}

/** Matches the name of the rule as authors write it: with any dash, a space, or neither. */
const RULE = '10b-?5\\s?[-\u2010-\u2015]?\\s?1\\b'
const PLAN = new RegExp(RULE, 'i')
const NO_PLAN = new RegExp(`\\b(?:not|no|without)\\b[^.]{0,60}${RULE}`, 'i')
const namesPlan = ({ footnotes }: Row): boolean => footnotes.some((note) => PLAN.test(note) && !NO_PLAN.test(note))

/**
 * Finds the rows that were under a plan. The check box is the whole form's; where footnotes of some rows name a plan,
 * the others were not under it. Forms from before the box have footnotes alone.
 */
function planOf(isChecked: boolean | null, rows: readonly Row[]) {
  const someNamed = rows.some(namesPlan)
  return (row: Row): Pick<Transaction, 'plan_10b5_1' | 'plan_stated_by'> => {
    if (namesPlan(row)) return { plan_10b5_1: true, plan_stated_by: 'footnote' }
    if (isChecked === true && !someNamed) return { plan_10b5_1: true, plan_stated_by: 'check box' }
    return { plan_10b5_1: false, plan_stated_by: isChecked === false ? 'check box' : null }
  }
}

/** Forms in force, in the given order: an amendment replaces what it restates, of the same issuer, owners and period. */
export function inForce(forms: readonly OwnershipForm[]): { forms: OwnershipForm[]; replaced: OwnershipForm[] } {
  const groups = Map.groupBy(forms, ({ form, issuer, owners, period }) =>
    JSON.stringify([form.replace('/A', ''), issuer.cik, owners.map(({ cik }) => cik).toSorted(), period]),
  )
  const kept = new Set([...groups.values()].flatMap(afterAmendments))
  return { forms: forms.filter((form) => kept.has(form)), replaced: forms.filter((form) => !kept.has(form)) }
}

/** The later in the list counts as the later amendment when two were signed on one day. */
function afterAmendments(group: readonly OwnershipForm[]): readonly OwnershipForm[] {
  const amendments = group.filter(({ form }) => form.endsWith('/A'))
  return amendments
    .toSorted((a, b) => ((a.signed ?? '') < (b.signed ?? '') ? -1 : (a.signed ?? '') === (b.signed ?? '') ? 0 : 1))
    .reduce(
      (before, amendment) => [...before.filter((form) => !restates(amendment, form)), amendment],
      group.filter((form) => !amendments.includes(form)),
    )
}

/**
 * An amendment repeats the whole form with corrections, or states only what the form omitted: a trade, a holding or a
 * footnote. It restates a form if they share a trade, recognised by its identifying fields or, where one of those was
 * corrected, by its number of shares.
 */
function restates(amendment: OwnershipForm, form: OwnershipForm): boolean {
  if (form.transactions.length === 0) return amendment.transactions.length === 0
  return form.transactions.some((one) =>
    amendment.transactions.some(
      (other) => isSameTrade(one, other) || (one.shares !== null && one.shares === other.shares),
    ),
  )
}

const isSameTrade = (one: Transaction, other: Transaction): boolean =>
  one.derivative === other.derivative &&
  one.security === other.security &&
  one.date === other.date &&
  one.code === other.code &&
  one.acquired === other.acquired
