import { TRADE_REASONS } from '../../shared/domain/trading/trade.ts'
import { ERROR_CATALOGUE, type ErrorCode, retryAfterMsOf } from '../http/error-catalogue.ts'
import type { Route } from '../http/route.ts'
import { ROUTES } from '../routes.ts'
import { codesOf, EVERYWHERE } from './openapi-errors.ts'

const ending = TRADE_REASONS.filter((reason) => Object.hasOwn(ERROR_CATALOGUE, reason)).map((code) => `\`${code}\``)

const HEADER = `# Refusals

Every code the service answers with, the same in \`x-error-codes\` of \`/openapi.json\`. Branch on \`code\`; \`message\` may be reworded. Generated: \`node_modules/.bin/node api/openapi/refusal-document.ts > docs/refusals.md\`.

A confirmation that is refused with ${ending.slice(0, -1).join(', ')} or ${ending.at(-1)} has ended its trade. Every other refusal leaves it as it was.
`

/** With so many routes a list says less than their number. */
const ROUTES_LISTED = 12

function places(code: ErrorCode, routes: readonly Route[]): string {
  if (EVERYWHERE.some((everywhere) => everywhere === code)) return 'any'
  const at = routes.filter((route) => codesOf(route).includes(code))
  if (at.length > ROUTES_LISTED) return `${at.length} routes`
  return at.map(({ method, path }) => `\`${method} ${path.replace(/:(\w+)/g, '{$1}')}\``).join(', ') || 'none by itself'
}

function retry(code: ErrorCode): string {
  if (!ERROR_CATALOGUE[code].retryable) return 'no'
  const afterMs = retryAfterMsOf(code)
  return afterMs ? `after ${afterMs / 1_000} s` : 'at once'
}

/** The catalogue for people, by status: what it means, whether to come again, what to do, and who says it. */
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
      return `\n## ${status}\n\n| code | means | retry | what to do | said by |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
    })
  return HEADER + sections.join('')
}

if (import.meta.main) process.stdout.write(refusalDocument(ROUTES))
