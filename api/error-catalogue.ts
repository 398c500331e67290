import { type ErrorCatalogue, HTTP_ERRORS } from './http/error-catalogue.ts'
import { errorBodySchema } from './http/errors.ts'
import { TRADING_ERRORS } from './trading/refuse.ts'

/** Every code of the service with its words: the parts of HTTP and of the subjects. */
export const ERROR_CATALOGUE: ErrorCatalogue = { ...HTTP_ERRORS, ...TRADING_ERRORS }

export const ErrorBody = errorBodySchema(ERROR_CATALOGUE)
