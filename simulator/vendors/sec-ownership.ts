import type { Filer } from '../world/company/filers.ts'
import type { InsiderTrade } from '../world/company/insiders.ts'
import { escapeXml } from './feed-xml.ts'

const value = (name: string, text: string | number): string => `<${name}><value>${text}</value></${name}>`

/** Older filing software writes 0 and 1, newer true and false. */
const flag = (name: string, is: boolean, filer: Filer): string =>
  `<${name}>${filer.hash % 2 === 0 ? String(is) : is ? '1' : '0'}</${name}>`

const PLAN = 'This sale was made under a Rule 10b5-1 trading plan adopted three months before.'

const priceOf = ({ price }: InsiderTrade): string =>
  price === null
    ? '<transactionPricePerShare><footnoteId id="F2"/></transactionPricePerShare>'
    : value('transactionPricePerShare', price)

/** An ownership document of schema X0508, with the footnotes that its rows name. */
export const ownershipDocument = (filer: Filer, trade: InsiderTrade): string => {
  const { owner, code, day, shares, ownedAfter, isPlanned, isIndirect } = trade
  const isAcquired = code === 'P' || code === 'M' || code === 'A'
  const footnotes = [
    ...(isPlanned ? [`<footnote id="F1">${PLAN}</footnote>`] : []),
    ...(trade.price === null ? ['<footnote id="F2">The exercise price is that of the option.</footnote>'] : []),
  ]
  return `<?xml version="1.0"?>
<ownershipDocument>
<schemaVersion>X0508</schemaVersion><documentType>4</documentType><periodOfReport>${day}</periodOfReport>
<issuer><issuerCik>${String(filer.cik).padStart(10, '0')}</issuerCik><issuerName>${escapeXml(filer.name)}</issuerName><issuerTradingSymbol>${filer.symbol.replace('-', '.')}</issuerTradingSymbol></issuer>
<reportingOwner><reportingOwnerId><rptOwnerCik>${String(owner.cik).padStart(10, '0')}</rptOwnerCik><rptOwnerName>${owner.name}</rptOwnerName></reportingOwnerId>
<reportingOwnerRelationship>${flag('isDirector', owner.isDirector, filer)}${flag('isOfficer', owner.title !== null, filer)}${flag('isTenPercentOwner', false, filer)}${owner.title === null ? '' : `<officerTitle>${escapeXml(owner.title)}</officerTitle>`}</reportingOwnerRelationship></reportingOwner>
${flag('aff10b5One', isPlanned, filer)}
<nonDerivativeTable><nonDerivativeTransaction>${value('securityTitle', 'Common Stock')}${value('transactionDate', day)}
<transactionCoding><transactionFormType>4</transactionFormType><transactionCode>${code}</transactionCode><equitySwapInvolved>0</equitySwapInvolved>${isPlanned ? '<footnoteId id="F1"/>' : ''}</transactionCoding>
<transactionAmounts>${value('transactionShares', shares)}${priceOf(trade)}${value('transactionAcquiredDisposedCode', isAcquired ? 'A' : 'D')}</transactionAmounts>
<postTransactionAmounts>${value('sharesOwnedFollowingTransaction', ownedAfter)}</postTransactionAmounts>
<ownershipNature>${value('directOrIndirectOwnership', isIndirect ? 'I' : 'D')}${isIndirect ? value('natureOfOwnership', 'By Trust') : ''}</ownershipNature></nonDerivativeTransaction></nonDerivativeTable>
${footnotes.length === 0 ? '' : `<footnotes>${footnotes.join('')}</footnotes>`}
<ownerSignature><signatureName>/s/ ${owner.name}</signatureName><signatureDate>${trade.filed}</signatureDate></ownerSignature>
</ownershipDocument>
`
}
