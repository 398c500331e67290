import type { FlowSession, FlowSide, FlowStrike } from '../../shared/domain/contract/flow.ts'
import type { OptionChain } from '../../shared/domain/market/option-chain.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { type ContractFlow, contractFlows, type EarlierBooks, estimated } from './contract-flows.ts'
import { focusOf } from './focus.ts'

const STRIKES_MAX = 40
const EXPIRATIONS_MAX = 40

const isUnpriced = ({ contract, premium }: ContractFlow): boolean => contract.volume > 0 && premium === null

/** Sums the contracts that have a premium; the others add nothing and are counted as unpriced. */
const premiumTotal = (flows: readonly ContractFlow[]): number =>
  flows.reduce((sum, { premium }) => sum + (premium ?? 0), 0)

const atChain = (flows: readonly ContractFlow[]): number =>
  estimated(flows.reduce((sum, { premiumAtChain }) => sum + (premiumAtChain ?? 0), 0))

/** The sums of some contracts; the change of open interest is null where the session before is unknown. */
function sideOf(flows: readonly ContractFlow[]): FlowSide {
  const sum = (of: (flow: ContractFlow) => number) => flows.reduce((total, flow) => total + of(flow), 0)
  const isPremiumKnown =
    flows.some(({ contract, premium }) => contract.volume > 0 && premium !== null) || !traded(flows)
  const isChangeKnown = flows.every(({ openInterestChange }) => openInterestChange !== null)
  return {
    volume: sum(({ contract }) => contract.volume),
    premium: isPremiumKnown ? estimated(premiumTotal(flows)) : null,
    open_interest: sum(({ contract }) => contract.openInterest),
    open_interest_change: isChangeKnown ? sum((flow) => flow.openInterestChange ?? 0) : null,
  }
}

const sidesOf = (flows: readonly ContractFlow[]): { call: FlowSide; put: FlowSide } => ({
  call: sideOf(flows.filter(({ contract }) => contract.right === 'call')),
  put: sideOf(flows.filter(({ contract }) => contract.right === 'put')),
})

const traded = (flows: readonly ContractFlow[]): boolean => flows.some(({ contract }) => contract.volume > 0)

/** The strikes with the largest premium, ascending, and the number of other strikes that traded. */
function strikesOf(flows: readonly ContractFlow[]): { strikes: FlowStrike[]; leftOut: number } {
  const groups = [...Map.groupBy(flows, ({ contract }) => contract.strike)].filter(([, group]) => traded(group))
  const largest = groups.toSorted(([, a], [, b]) => premiumTotal(b) - premiumTotal(a)).slice(0, STRIKES_MAX)
  const strikes = largest.toSorted(([a], [b]) => a - b).map(([strike, group]) => ({ strike, ...sidesOf(group) }))
  return { strikes, leftOut: groups.length - strikes.length }
}

/** The volume and premium of a session until its newest chain, by type, expiration and strike. */
export function flowSession(
  chain: OptionChain,
  session: TradingDay,
  earlier: EarlierBooks & { chainsBefore?: number },
): FlowSession {
  const flows = contractFlows(chain, earlier)
  const zdte = flows.filter(({ contract }) => contract.expiration === session)
  const { strikes, leftOut } = strikesOf(flows)
  const expirations = [...Map.groupBy(flows, ({ contract }) => contract.expiration)]
    .filter(([, group]) => traded(group))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, EXPIRATIONS_MAX)
    .map(([expiration, group]) => ({ expiration, ...sidesOf(group) }))
  return {
    spot: chain.spot,
    chains: (earlier.chainsBefore ?? 0) + 1,
    premiumAtChain: {
      call: atChain(flows.filter(({ contract }) => contract.right === 'call')),
      put: atChain(flows.filter(({ contract }) => contract.right === 'put')),
      zdte: atChain(zdte),
    },
    total: sidesOf(flows),
    zdte: sidesOf(zdte),
    isZdteListed: zdte.length > 0,
    expirations,
    strikes,
    strikesLeftOut: leftOut,
    zdteStrikes: strikesOf(zdte).strikes,
    unpriced: flows.filter(isUnpriced).length,
    zdteUnpriced: zdte.filter(isUnpriced).length,
    focus: focusOf(flows, session),
  }
}
