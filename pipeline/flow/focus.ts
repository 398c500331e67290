import type { FlowFocusItem } from '../../shared/domain/contract/flow.ts'
import { inThousands } from '../../shared/domain/number-words.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { type ContractFlow, estimated } from './contract-flows.ts'

/**
 * A contract that traded more than its open interest has new holders, though prints do not name them. It is left out on
 * its last day: nobody holds it in the evening, and it always trades a multiple of its open interest.
 */
const OVER_OPEN_INTEREST = 2
/** Contracts and expirations below these shares of the session's premium are noise. */
const NOTABLE_SHARE = 0.01
const LARGE_SHARE = 0.05
const EXPIRATION_SHARE = 0.25
const GROWTH_MIN = 0.1
/**
 * The new contracts must be worth at least this share of the session's premium. A strike with a hundred open contracts
 * grows by a tenth on most days, and twenty new contracts are not news.
 */
const GROWTH_SHARE = 0.001
const OF_EACH_RULE = 2

const percent = (value: number): string => `${(value * 100).toFixed(0)} %`

interface Weighed extends ContractFlow {
  premium: number
  share: number
}

const itemOf = ({ contract, premium }: Weighed, rule: FlowFocusItem['rule'], reason: string): FlowFocusItem => ({
  kind: 'contract',
  expiration: contract.expiration,
  strike: contract.strike,
  type: contract.right,
  volume: contract.volume,
  premium: estimated(premium),
  rule,
  reason,
})

/** The contracts and expirations that matter in a session, each by one rule; a contract is named once. */
export function focusOf(flows: readonly ContractFlow[], session: TradingDay): FlowFocusItem[] {
  const priced = flows
    .map((flow) => ({ ...flow, premium: flow.premium ?? 0 }))
    .toSorted((a, b) => b.premium - a.premium)
  const total = priced.reduce((sum, { premium }) => sum + premium, 0)
  if (total === 0) return []
  const weighed: Weighed[] = priced.map((flow) => ({ ...flow, share: flow.premium / total }))
  const chosen = new Set<Weighed>()
  const choose = (
    rule: FlowFocusItem['rule'],
    isMeant: (flow: Weighed) => boolean,
    reason: (flow: Weighed) => string,
  ) =>
    weighed
      .filter((flow) => !chosen.has(flow) && isMeant(flow))
      .slice(0, OF_EACH_RULE)
      .map((flow) => {
        chosen.add(flow)
        return itemOf(flow, rule, reason(flow))
      })
  return [
    ...choose(
      'volume_over_open_interest',
      ({ contract, share }) =>
        contract.expiration !== session &&
        share >= NOTABLE_SHARE &&
        contract.volume >= OVER_OPEN_INTEREST * contract.openInterest,
      ({ contract }) =>
        `${inThousands(contract.volume)} contracts traded, against ${inThousands(contract.openInterest)} open before the session`,
    ),
    ...choose(
      'share_of_premium',
      ({ share }) => share >= LARGE_SHARE,
      ({ share }) => `${percent(share)} of the session’s estimated premium`,
    ),
    ...choose(
      'open_interest_growth',
      ({ contract, openInterestChange, share }) =>
        share >= NOTABLE_SHARE &&
        (openInterestChange ?? 0) > GROWTH_MIN * contract.openInterest &&
        (share * (openInterestChange ?? 0)) / contract.volume >= GROWTH_SHARE,
      ({ contract, openInterestChange }) =>
        `open interest grew by ${inThousands(openInterestChange ?? 0)} to ${inThousands(contract.openInterest)} since the session before`,
    ),
    ...expirationsOf(weighed, session),
  ]
}

function expirationsOf(weighed: readonly Weighed[], session: TradingDay): FlowFocusItem[] {
  return [...Map.groupBy(weighed, ({ contract }) => contract.expiration)]
    .map(([expiration, group]) => ({
      expiration,
      share: group.reduce((sum, flow) => sum + flow.share, 0),
      premium: group.reduce((sum, flow) => sum + flow.premium, 0),
      volume: group.reduce((sum, { contract }) => sum + contract.volume, 0),
    }))
    .filter(({ share }) => share >= EXPIRATION_SHARE)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, OF_EACH_RULE)
    .map(({ expiration, share, premium, volume }) => ({
      kind: 'expiration' as const,
      expiration,
      strike: null,
      type: null,
      volume,
      premium: estimated(premium),
      rule: 'expiration_share' as const,
      reason: `${percent(share)} of the session’s estimated premium${expiration === session ? ', and it expires the same day' : ''}`,
    }))
}
