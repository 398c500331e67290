import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { AlpacaTouch, AlpacaTrade } from './alpaca-quotes.ts'

const Name = z.string().min(1).max(12)
const Frames = z.array(z.looseObject({ T: z.string() })).max(10_000)
const Failure = z.object({ code: z.int() })
const Success = z.object({ msg: z.string() })
const Subscription = z.object({ trades: z.array(Name).nullish(), quotes: z.array(Name).nullish() })
const Trade = AlpacaTrade.extend({ S: Name })
const Quote = AlpacaTouch.extend({ S: Name })

/** One message of the stream; kinds that we did not subscribe to give null. */
export type AlpacaFrame =
  | { kind: 'connected' }
  | { kind: 'authenticated' }
  | { kind: 'refused'; code: number }
  | { kind: 'subscribed'; symbols: string[] }
  | { kind: 'trade'; symbol: string; trade: AlpacaTrade }
  | { kind: 'touch'; symbol: string; touch: AlpacaTouch }

/** Parses the messages of a frame. Messages with invalid figures are left out; anything but a list is refused. */
export function parseAlpacaFrames(text: string): AlpacaFrame[] {
  const frames = Frames.safeParse(parsed(text))
  if (!frames.success) throw new AppError('invalid', 'a frame is not a list of messages')
  return frames.data.flatMap((frame) => frameOf(frame) ?? [])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function frameOf(frame: { T: string }): AlpacaFrame | null {
  if (frame.T === 'q') {
    const quote = Quote.safeParse(frame)
    return quote.success ? { kind: 'touch', symbol: quote.data.S, touch: quote.data } : null
  }
  if (frame.T === 't') {
    const trade = Trade.safeParse(frame)
    return trade.success ? { kind: 'trade', symbol: trade.data.S, trade: trade.data } : null
  }
  if (frame.T === 'error') {
    return { kind: 'refused', code: Failure.safeParse(frame).data?.code ?? 0 }
  }
  if (frame.T === 'success') {
    const message = Success.safeParse(frame).data?.msg
    return message === 'connected' || message === 'authenticated' ? { kind: message } : null
  }
  if (frame.T !== 'subscription') return null
  const { trades, quotes } = Subscription.safeParse(frame).data ?? {}
  const traded = new Set(trades ?? [])
  return { kind: 'subscribed', symbols: (quotes ?? []).filter((symbol) => traded.has(symbol)) }
}
