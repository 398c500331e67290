import type { OptionContract } from '../../shared/domain/market/option-chain.ts'

/** The middle of a usable quote; null without a bid, or if the spread is wider than the price. */
export function quotedMid({ bid, ask }: OptionContract): number | null {
  if (!(bid > 0) || ask < bid) return null
  const mid = (bid + ask) / 2
  return ask - bid <= mid ? mid : null
}
