import { HTTP_ERRORS } from '../http/error-catalogue.ts'
import { refuseFrom } from '../http/errors.ts'
import { ACCOUNT_REFUSALS } from './account-refusals.ts'
import { TRADE_REFUSALS } from './trade-refusals.ts'

/** The codes that only trading routes answer. */
export const TRADING_ERRORS = { ...ACCOUNT_REFUSALS, ...TRADE_REFUSALS }

declare module '../http/error-catalogue.ts' {
  interface ErrorCatalogue extends Readonly<Record<keyof typeof TRADING_ERRORS, ErrorEntry>> {}
}

/** A refusal by a trading route, under a code of its own or of HTTP. */
export const refuse = refuseFrom({ ...HTTP_ERRORS, ...TRADING_ERRORS })
