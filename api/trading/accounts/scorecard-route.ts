import type { z } from 'zod'
import { Scorecard, WORDS_FROM } from '../../../shared/domain/contract/scorecard.ts'
import { parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { handlerRoute } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH } from '../parameters.ts'
import { refuseAccount } from '../refuse.ts'
import { readCurve } from './account-snapshots-view.ts'
import { newestClosed } from './closed-fold.ts'
import { costsNow } from './cost-fold.ts'
import { readMarked, worthOf } from './holdings.ts'
import { scorecardDocument } from './scorecard-document.ts'
import { closesOfYear, withRegimes } from './scorecard-view.ts'

export const tradingScorecardRoutes = [
  handlerRoute({
    class: 'agent',
    // After each closed trade, a thousand random accounts of 5,000 trades take the event loop for some 80 ms.
    rate: 'costly',
    tag: 'trading',
    method: 'GET',
    path: `${TRADING_PATH}/scorecard`,
    summary: 'Your scorecard',
    description:
      'Compares your trades with luck, with the market and with trading without costs: equity as filled, at the bare ' +
      'touch and at the middle; the return not explained by the market; 1,000 random accounts with the same exposure ' +
      'and holding times; results by the regime at entry. It also states in words what that means, from ' +
      `${WORDS_FROM} closed trades on.`,
    errors: ['not_found'],
    response: {
      status: 200,
      description: 'The scorecard of the current epoch',
      contentType: JSON_TYPE,
      schema: Scorecard,
      example: readExample<Scorecard>(import.meta.url, './scorecard-example.json'),
    },
    async handle(context, _input, { request }): Promise<z.input<typeof Scorecard>> {
      const accountId = callerAccount(request)
      const held = await readMarked(context, accountId)
      const { now, account } = held
      const of = { accountId, epoch: account.epoch }
      const { closed, costs: paid } = context.tradeMemory.folds
      const [parts, costs] = await Promise.all([
        closed.read(context.reader, of).then(newestClosed),
        paid.read(context.reader, of).then(costsNow),
      ])
      const read = await context.reader.read(async (sql) => {
        const curve = await readCurve(sql, accountId, account.epoch)
        if (!curve) return null
        const lines = await withRegimes(sql, parts)
        const stocks = new Set(
          lines.flatMap(({ instrument }) => (parseInstrument(instrument)?.kind === 'stock' ? [instrument] : [])),
        )
        return { curve, lines, costs, closes: await closesOfYear(sql, [...stocks], eastern(now).day) }
      })
      if (!read) throw refuseAccount()
      const { equityE4 } = worthOf(held)
      return scorecardDocument({
        ...read,
        now,
        epoch: read.curve.epoch,
        equityE4,
        compare: context.tradeMemory.luck.of(accountId),
      })
    },
  }),
]
