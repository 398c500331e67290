import { HTTP_ERRORS } from '../http/error-catalogue.ts'
import { refuseFrom, refuseMissing } from '../http/errors.ts'
import { ACCOUNT_REFUSALS } from './account-refusals.ts'
import { TRADE_REFUSALS } from './trade-refusals.ts'

/** The codes that only trading routes answer. */
export const TRADING_ERRORS = { ...ACCOUNT_REFUSALS, ...TRADE_REFUSALS }

declare module '../http/error-catalogue.ts' {
  interface ErrorCatalogue extends Readonly<Record<keyof typeof TRADING_ERRORS, ErrorEntry>> {}
}

/** A refusal by a trading route, under a code of its own or of HTTP. */
export const refuse = refuseFrom({ ...HTTP_ERRORS, ...TRADING_ERRORS })

/** Refuses the name of an account that does not exist. */
export const refuseAccount = (sentence = 'There is no such account.') =>
  refuseMissing(sentence, 'GET /api/v1/trading/admin/accounts lists the accounts, with the admin token.')

/** Refuses the id of a trade that the caller's account does not have. */
export const refuseTrade = () =>
  refuseMissing('This account has no such trade.', 'GET /api/v1/trading/history lists the trades of the account.')

/** Refuses a number of an epoch that the account has not had. */
export const refuseEpoch = () =>
  refuseMissing(
    'This account has no such epoch.',
    'GET /api/v1/trading/account states the present epoch; the first is 1.',
  )
