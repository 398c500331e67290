import type { OpsTokens } from '../shared/ops-tokens.ts'
import { easternIso } from '../shared/time/eastern.ts'
import type { Opening } from './opening.ts'

export function banner(facts: {
  url: string
  dataDir: string
  opening: Opening
  live: boolean
  /** One line for each source or vendor that is off. */
  off: readonly string[]
  /** Set only when the tokens were just made, because they are shown once. */
  newTokens: OpsTokens | null
}): string {
  const lines = [
    '',
    `  Market state at ${facts.url}`,
    '',
    `    the market now     ${facts.url}/api/v1/signals/latest`,
    `    the latest report  ${facts.url}/report`,
    `    service health     ${facts.url}/api/v1/status`,
    `    all routes         ${facts.url}/docs`,
    '',
    ...(facts.live ? liveLines(facts.off) : [SIMULATED]),
    `  Service time starts at ${easternIso(facts.opening.at)} Eastern (${facts.opening.why}).`,
    `  Data is kept in ${facts.dataDir}. Ctrl-C stops everything; the next start continues from there.`,
  ]
  if (facts.newTokens) {
    lines.push(
      '',
      `  Admin token:                      ${facts.newTokens.admin}`,
      `  Internal token (for /metrics):    ${facts.newTokens.internal}`,
      '  (shown at the first start only; npm run -s ops -- token show admin prints it again)',
    )
  }
  return `${lines.join('\n')}\n`
}

const SIMULATED = '  All data is SIMULATED: an invented market, served in the vendors’ formats.'

const liveLines = (off: readonly string[]): string[] => [
  '  All data is LIVE: fetched from the vendors, within their request budgets.',
  ...off.map((line) => `    ${line}`),
]
