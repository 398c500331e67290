import { AWAITED_FILL_REASONS, CONFIRMATION_REASONS } from '../shared/domain/trading/trade.ts'
import { ERROR_CATALOGUE } from './error-catalogue.ts'
import type { ErrorCode } from './http/error-catalogue.ts'
import type { Route } from './http/route.ts'
import { codesOf, EVERYWHERE } from './openapi/openapi-errors.ts'
import { ROUTES } from './routes.ts'

const listed = (codes: readonly string[]): string =>
  `${codes
    .slice(0, -1)
    .map((code) => `\`${code}\``)
    .join(', ')} or \`${codes.at(-1)}\``

const HEADER = `# Refusals

All error codes of the service, as in \`x-error-codes\` of \`/openapi.json\`. Branch on \`code\`; \`message\` may be reworded. Generated: \`node_modules/.bin/node api/refusal-document.ts > docs/refusals.md\`.

A confirmation refused with ${listed(CONFIRMATION_REASONS)} has ended its trade. Every other refusal leaves the trade unchanged. An \`executing\` trade, which is confirmed already, ends by the same reasons and by ${listed(AWAITED_FILL_REASONS)}.
`

/** Above this number of routes the document gives the number instead of a list. */
const ROUTES_LISTED = 12

function places(code: ErrorCode, routes: readonly Route[]): string {
  if (EVERYWHERE.some((everywhere) => everywhere === code)) return 'any'
  const at = routes.filter((route) => codesOf(route).includes(code))
  if (at.length > ROUTES_LISTED) return `${at.length} routes`
  return (
    at.map(({ method, path }) => `\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``).join(', ') || 'no single route'
  )
}

function retry(code: ErrorCode): string {
  if (!ERROR_CATALOGUE[code].retryable) return 'no'
  const afterMs = ERROR_CATALOGUE[code].retryAfterMs
  return afterMs ? `after ${afterMs / 1_000} s` : 'at once'
}

/** The catalogue for people, by status: meaning, retry, remedy and the routes that answer with it. */
export function refusalDocument(routes: readonly Route[]): string {
  const codes = Object.keys(ERROR_CATALOGUE) as ErrorCode[]
  const byStatus = Map.groupBy(codes, (code) => ERROR_CATALOGUE[code].status)
  const sections = [...byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, of]) => {
      const rows = of.map((code) => {
        const { message, fix } = ERROR_CATALOGUE[code]
        return `| \`${code}\` | ${message} | ${retry(code)} | ${fix} | ${places(code, routes)} |`
      })
      return `\n## ${status}\n\n| code | meaning | retry | what to do | routes |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
    })
  return HEADER + sections.join('')
}

if (import.meta.main) process.stdout.write(refusalDocument(ROUTES))
