import type { OpsTokens } from '../shared/ops-tokens.ts'
import { easternIso } from '../shared/time/eastern.ts'
import type { Opening } from './opening.ts'

export function banner(facts: {
  url: string
  dataDir: string
  opening: Opening
  /** Only when they were just made: they are said once. */
  newTokens: OpsTokens | null
}): string {
  const lines = [
    '',
    `  Market state at ${facts.url}`,
    '',
    `    the market now     ${facts.url}/api/v1/signals/latest`,
    `    the latest report  ${facts.url}/report`,
    `    health of the lot  ${facts.url}/api/v1/status`,
    `    all routes         ${facts.url}/docs`,
    '',
    '  All data is SIMULATED: a made-up market that speaks the vendors’ formats.',
    `  Service time opens at ${easternIso(facts.opening.at)} Eastern (${facts.opening.why}).`,
    `  Data is kept in ${facts.dataDir}. Ctrl-C stops everything; the next start goes on from there.`,
  ]
  if (facts.newTokens) {
    lines.push(
      '',
      `  Admin token, shown this once:     ${facts.newTokens.admin}`,
      `  Internal token (for /metrics):    ${facts.newTokens.internal}`,
      '  (npm run -s ops -- token show admin prints it again)',
    )
  }
  return `${lines.join('\n')}\n`
}
