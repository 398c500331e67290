import type { OpsTokens } from '../shared/ops-tokens.ts'
import { easternIso } from '../shared/time/eastern.ts'
import type { Opening } from './opening.ts'

export function banner(facts: {
  url: string
  dataDir: string
  opening: Opening
  live: boolean
  /** A line for each thing that is switched off. */
  off: readonly string[]
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
    ...(facts.live ? liveLines(facts.off) : [SIMULATED]),
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

const SIMULATED = '  All data is SIMULATED: a made-up market that speaks the vendors’ formats.'

const liveLines = (off: readonly string[]): string[] => [
  '  All data is LIVE: the vendors’ own hosts are asked, within their budgets.',
  ...off.map((line) => `    ${line}`),
]
