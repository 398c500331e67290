import { type FilledEntry, filledEntries } from './filled-entries-view.ts'
import { createLedgerFold, type LedgerFold } from './ledger-fold.ts'

/** The amounts that an epoch's fills paid above the touch, and above the middle of bid and ask, at the instant of each. */
export interface FillCosts {
  fills: number
  beyondTouchE4: number
  /** May end in a half. */
  beyondMidE4: number
  feesE4: number
}

export const createCostFold = (): LedgerFold<FillCosts> =>
  createLedgerFold<FillCosts, FilledEntry>({
    empty: () => ({ fills: 0, beyondTouchE4: 0, beyondMidE4: 0, feesE4: 0 }),
    page: filledEntries,
    add: (costs, { feesE4, touchE4, midE4 }) => {
      if (feesE4 === null) return
      costs.fills += 1
      costs.beyondTouchE4 += touchE4
      costs.beyondMidE4 += midE4
      costs.feesE4 += feesE4
    },
    size: () => 0,
  })

/** The sums of now, with the middle rounded as money is. */
export const costsNow = ({ beyondMidE4, ...costs }: FillCosts): FillCosts => ({
  ...costs,
  beyondMidE4: Math.sign(beyondMidE4) * Math.round(Math.abs(beyondMidE4)) + 0,
})
