import { z } from 'zod'
import { announceWish } from '../../../shared/postgres/server/clock-row.ts'
import type { Tx } from '../../../shared/postgres/server/db.ts'
import {
  readWish,
  saveWish,
  sharedNow,
  takeWish,
  type Wish,
  type WishKind,
  type WishState,
} from '../../../shared/postgres/trading/wishes.ts'
import { marketAt } from '../../../shared/time/calendar.ts'
import { writtenInstant } from '../../../shared/time/clock-target.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { knownNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import { refuseParameter } from '../../http/errors.ts'
import { longPoll } from '../../http/long-poll.ts'
import { handlerRoute } from '../../http/route.ts'
import { strictBody } from '../../http/strict-body.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH } from '../parameters.ts'
import { resolveWish } from './resolve-wish.ts'

const NEXT = ['open', 'close', 'cycle', 'minute', 'event'] as const
/** Replicas may differ by this much in service time. */
const AHEAD_MS_MAX = 5_000
const INSTANT_RULE = 'must be an instant such as 2026-11-20T10:30:00-05:00'

const WakeBody = strictBody({
  at: z
    .string(INSTANT_RULE)
    .max(40, INSTANT_RULE)
    .optional()
    .describe('an instant of service time, Eastern unless it has an offset'),
  next: z
    .enum(NEXT, `must be one of ${NEXT.join(', ')}`)
    .optional()
    .describe(
      'the next open or close of the market, report (cycle), minute of a session, or event: the next on the log of ' +
        'your account, or a critical alert',
    ),
  after: z
    .string(INSTANT_RULE)
    .max(40, INSTANT_RULE)
    .optional()
    .describe('only with `next`: the last `service_time` that you have seen; absent: now'),
})

const Woken = z
  .object({
    service_time: z.iso.datetime({ offset: true }).describe('service time at this answer, Eastern offset'),
    woken_by: z
      .enum(['at', ...NEXT])
      .nullable()
      .describe('what has arrived; null: nothing yet, so call again'),
    market_open: z.boolean().describe('whether the market is open at `service_time`'),
  })
  .meta({ id: 'Woken', description: 'Why the wait ended, and when' })
type Woken = z.infer<typeof Woken>

function instantOf(field: string, text: string): Date {
  const instant = writtenInstant(text)
  if (instant === null) throw refuseParameter(field, INSTANT_RULE)
  return instant
}

/** Returns what the request waits for, as of service time. */
function wishOf({ at, next, after }: z.output<typeof WakeBody>, now: Date): Wish {
  if (at !== undefined && next !== undefined) throw refuseParameter('next', 'must not be sent together with at')
  if (at !== undefined && after !== undefined) throw refuseParameter('after', 'must not be sent together with at')
  if (at !== undefined) return { kind: 'at', after: now, at: instantOf('at', at) }
  if (next === undefined) throw refuseParameter('next', `must be one of ${NEXT.join(', ')}, unless at is sent`)
  const seen = after === undefined ? now : instantOf('after', after)
  if (seen.getTime() > now.getTime() + AHEAD_MS_MAX)
    throw refuseParameter('after', `must not be later than service time, which is ${easternExact(now)}`)
  return { kind: next, after: seen, at: resolveWish(next, seen) }
}

const woken = (kind: WishKind | null, now: Date): Woken => ({
  service_time: easternExact(now),
  woken_by: kind,
  market_open: marketAt(now).phase === 'open',
})

/**
 * An arrival that the last poll did not deliver counts for the same wait, unless the agent reports what it has seen.
 */
const isUnheard = (before: WishState | null, wish: Wish, hasAfter: boolean): boolean =>
  before?.arrivedAt != null &&
  !hasAfter &&
  before.kind === wish.kind &&
  (wish.kind !== 'at' || before.at?.getTime() === wish.at?.getTime())

/** Stores the wait; if its instant or event has already come, it is answered at once and nothing is stored. */
async function wishFor(
  tx: Tx,
  account: number,
  body: z.output<typeof WakeBody>,
): Promise<{ wish: Wish; woken: Woken | null }> {
  const now = await sharedNow(tx)
  const wish = wishOf(body, now)
  const before = await readWish(tx, account)
  if (!isUnheard(before, wish, body.after !== undefined)) {
    await saveWish(tx, account, wish)
    const state = await readWish(tx, account)
    if (!state?.isDue || isOfThePresent(state, now)) {
      await announceWish(tx)
      return { wish, woken: null }
    }
  }
  await takeWish(tx, account)
  return { wish, woken: woken(wish.kind, now) }
}

/**
 * In lock-step the work of the present instant may still be in progress; the clock answers such a wait when it is done.
 */
const isOfThePresent = ({ isPaced, at }: WishState, now: Date): boolean => isPaced && (at === null || at >= now)

/** Checks whether the wait is over: in lock-step when the clock announces it, otherwise by itself. */
function wishWatch({ reader, trading, clock }: ApiContext, account: number, wish: Wish) {
  let isPaced = false
  return {
    async look(): Promise<Woken | 'replaced' | null> {
      const state = await reader.read((sql) => readWish(sql, account))
      const isOurs = state?.kind === wish.kind && state.at?.getTime() === wish.at?.getTime()
      if (!state || !isOurs) return 'replaced'
      isPaced = state.isPaced
      if (isPaced ? state.arrivedAt === null : !state.isDue) return null
      return await trading.write(async (tx) => {
        await takeWish(tx, account)
        return woken(wish.kind, await sharedNow(tx))
      })
    },
    /**
     * The time until the instant waited for; in lock-step the work of that instant is done first, and then it is
     * announced. The report of a cycle comes some time after the cycle's instant.
     */
    leftMs() {
      const leftMs = wish.at === null ? 0 : wish.at.getTime() - clock.now().getTime()
      const comesLater = wish.at === null || (wish.kind === 'cycle' && leftMs <= 0)
      return isPaced || comesLater ? Number.POSITIVE_INFINITY : leftMs
    },
  }
}

export const tradingWakeRoutes = [
  handlerRoute({
    class: 'agent',
    tag: 'trading',
    method: 'POST',
    path: `${TRADING_PATH}/wake`,
    rate: 'agent',
    summary: 'Wait for an instant or an event',
    description:
      'A long poll that answers when service time reaches the instant or event that you wait for. After 50 s it ' +
      'answers 202 without `woken_by`: ask again, with the same body. Repeating the call is harmless, on any replica ' +
      'and after a restart, and the wait stays registered between polls. An account waits for one thing at a time, ' +
      'the newest. With `after` no instant is missed: one that has already passed is answered at once. A cycle ' +
      'counts as arrived when its report can be read, some seconds after its instant; if there is no report after ' +
      'three minutes, the call is answered without one. In real time the call simply waits; in lock-step the clock ' +
      'moves to the earliest instant waited for once every pacing account waits, and stands still while agents think.',
    body: WakeBody,
    bodyExample: { next: 'cycle', after: '2026-11-20T10:15:00-05:00' },
    response: {
      status: 200,
      description: 'The awaited instant or event has arrived',
      contentType: JSON_TYPE,
      schema: Woken,
      example: { service_time: '2026-11-20T10:30:00-05:00', woken_by: 'cycle', market_open: true },
      again: { status: 202, description: 'Not yet; ask again' },
    },
    async handle(context, { body }, { request, reply }) {
      const account = callerAccount(request)
      const { wish, woken: atOnce } = await context.trading.write((tx) => wishFor(tx, account, body))
      if (atOnce) return atOnce
      const { look, leftMs } = wishWatch(context, account, wish)
      const found = await longPoll({ request, reply, changes: context.clockChanges }, look, leftMs)
      if (found !== null && found !== 'replaced') return found
      return reply.code(202).send(woken(null, knownNow(context) ?? (await context.reader.read(sharedNow))))
    },
  }),
]
