import { Command } from 'commander'
import { parseInstrument } from '../shared/domain/trading/instrument.ts'
import { dollarsOf } from '../shared/domain/trading/money.ts'
import { expiresAt } from '../shared/domain/trading/settlement-price.ts'
import { AppError } from '../shared/errors.ts'
import {
  freezeSettlementPrice,
  optionsHeldThrough,
  readSettlementPrice,
} from '../shared/postgres/trading/settlement.ts'
import type { Env, Say } from './calendar.ts'
import { withOps } from './connect.ts'
import { symbolOf } from './corporate-action.ts'
import { dayOf } from './day-argument.ts'
import { dollarsE4 } from './dollars.ts'

/** Enters a close that no vendor delivers any more; the next settlement slot settles at it. */
export function settlementPriceCommand(env: Env, say: Say): Command {
  return new Command('settlement-price')
    .description('freeze the close of an underlying for expired options that still wait for one; it cannot be changed')
    .argument('<underlying>')
    .argument('<expiration>', 'YYYY-MM-DD')
    .argument('<dollars>', 'the close of that session')
    .action((underlying: string, expiration: string, dollars: string) =>
      withOps(env, async ({ sql, clock }) => {
        const day = dayOf(expiration, 'expiration')
        const quotedAt = expiresAt(day)
        if (quotedAt > clock.now()) throw new AppError('conflict', 'these options have not expired yet')
        const price = { priceE4: dollarsE4(dollars, 'dollars'), source: 'operator', quotedAt }
        const symbol = symbolOf(underlying)
        const waiting = (await optionsHeldThrough(sql, day)).map(({ contract }) => parseInstrument(contract))
        const isAwaited = waiting.some(
          (held) => held?.kind === 'option' && held.underlying === symbol && held.expiration === day,
        )
        if (!isAwaited && (await readSettlementPrice(sql, symbol, day)) === null)
          throw new AppError('conflict', `no account holds options of ${symbol} that expired on ${day}`)
        const frozen = await sql.begin((tx) => freezeSettlementPrice(tx, symbol, day, price))
        if (frozen.priceE4 !== price.priceE4)
          throw new AppError(
            'conflict',
            `the price is frozen already at ${dollarsOf(frozen.priceE4)} (${frozen.source})`,
          )
        say(`${symbol} ${day}: ${dollarsOf(frozen.priceE4)}`)
      }),
    )
}
