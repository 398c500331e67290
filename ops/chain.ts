import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { Command } from 'commander'
import { analyseChain } from '../pipeline/gamma/analyse-chain.ts'
import { parseQuoteData } from '../pipeline/gamma/cboe-quotedata.ts'
import { grossWalls, maxPainByTrial, perfiliev, squeezeMetrics } from '../pipeline/gamma/published-methods.ts'
import { expiresAt } from '../pipeline/gamma/time-to-expiry.ts'
import { compareVolatilities } from '../pipeline/gamma/vendor-comparison.ts'
import { AppError } from '../shared/errors.ts'
import { easternIso } from '../shared/time/eastern.ts'
import type { Env, Say } from './calendar.ts'

/** What the engine reads from a saved chain, beside published methods; needs no running service. */
export const chainCommand = (_env: Env, say: Say): Command =>
  new Command('chain')
    .description('gamma levels of a saved Cboe quotedata file, compared with published methods, as JSON')
    .requiredOption('--input <file>', 'the file, plain or .gz')
    .requiredOption('--rate <fraction>', 'continuous interest rate of that day, such as 0.0531')
    .option('--profile', 'per-strike rows and the grid of spots, too')
    .action(async ({ input, rate, profile }: { input: string; rate: string; profile?: boolean }) => {
      const known = Number(rate)
      if (rate.trim() === '' || !Number.isFinite(known)) throw new AppError('invalid', '--rate is a fraction')
      const bytes = await readFile(input)
      const text = (input.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
      say(JSON.stringify(compared(text, known, profile === true), null, 2))
    })

function compared(text: string, rate: number, withProfile: boolean): Record<string, unknown> {
  const chain = parseQuoteData(text)
  const { underlying, spot, quotedAt } = chain
  const analysis = analyseChain(chain, { rate, source: 'given' })
  const { strikes, profile, by_expiration, ...levels } = analysis
  const live = chain.contracts.filter(
    ({ expiration, settlement = 'pm' }) => expiresAt(expiration, settlement) > quotedAt,
  )
  return {
    ...{ underlying, spot, quoted_at: easternIso(quotedAt) },
    ours: withProfile
      ? { ...levels, by_expiration, strikes, profile }
      : { ...levels, front: by_expiration.slice(0, 3) },
    published: {
      perfiliev: perfiliev(chain),
      perfiliev_live_contracts: perfiliev({ ...chain, contracts: live }),
      squeeze_metrics_shares_per_point: squeezeMetrics({ ...chain, contracts: live }),
      ours_shares_per_point: (levels.net_gamma_usd_per_pct ?? 0) / (spot * spot * 0.01),
      max_pain_by_trial: maxPainByTrial(live),
      walls_by_gross_gamma: grossWalls(live, 'gamma'),
      walls_by_open_interest: grossWalls(live, 'open_interest'),
    },
    volatilities: compareVolatilities(chain, rate),
  }
}
