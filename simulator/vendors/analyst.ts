import { z } from 'zod'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { mix, randomOf } from '../world/random.ts'
import type { World } from '../world/world.ts'
import { json, type Vendor, type VendorReply, type VendorRequest } from './vendor.ts'

const PATH = '/v1/chat/completions'
const STREAM = 77
const CHARS_PER_TOKEN = 4
const YEAR = 252

const Completion = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
  response_format: z.object({ json_schema: z.object({ name: z.string() }) }).optional(),
})

/**
 * A seeded LLM that speaks the wire format of OpenAI-compatible endpoints. It knows the size of the next move a little
 * better than public figures do, so that grading has something to find, and nothing about its direction.
 */
export const analyst: Vendor = {
  name: 'analyst',
  prefix: 'analyst',
  quota: { per_minute: 60, refusal: json(429, { error: { message: 'slow down', type: 'rate_limit_error' } }) },
  posts: true,
  respond(world, request) {
    if (request.path !== PATH || request.method !== 'POST') {
      return json(404, { error: { message: 'no such route', type: 'invalid_request_error' } })
    }
    const body = Completion.safeParse(parsed(request.body))
    if (!body.success) return json(400, { error: { message: 'not a completion', type: 'invalid_request_error' } })
    const { model, messages, response_format: format } = body.data
    const text = messages.map(({ content }) => textOf(content)).join('\n')
    const name = format?.json_schema.name ?? ''
    const answer = JSON.stringify(ANSWERS[name]?.(world, request.instant, text) ?? { ok: true })
    return completion(model, text, answer, request)
  },
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part) => (part as { text?: string }).text ?? '').join('\n')
      : ''

function completion(model: string, asked: string, answer: string, { instant }: VendorRequest): VendorReply {
  const [input, output] = [asked, answer].map((text) => Math.ceil(text.length / CHARS_PER_TOKEN)) as [number, number]
  return json(200, {
    id: `chatcmpl-${mix(instant.getTime() % 0x7fffffff, input).toString(36)}`,
    object: 'chat.completion',
    created: Math.floor(instant.getTime() / 1_000),
    model,
    choices: [{ index: 0, message: { role: 'assistant', content: answer }, finish_reason: 'stop' }],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
  })
}

/** The object on the line after a heading of the prompt. */
function blockOf(text: string, heading: string): Record<string, unknown> {
  const lines = text.split('\n')
  const value = parsed(lines[lines.indexOf(heading) + 1] ?? '')
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
}

/** The sizes and the rate of falls that the analyst starts from. */
function referenceOf(text: string): Record<'sizes' | 'falls', Record<string, unknown>> {
  const { sizes, falls } = blockOf(text, 'REFERENCE')
  return { sizes: { ...(sizes as object) }, falls: { ...(falls as object) } }
}

type Answer = (world: World, instant: Date, text: string) => object
const ANSWERS: Readonly<Record<string, Answer>> = { state: describe, verdict: judge }

function priceOf(name: string, liveVerb: string, [price, age, quoted]: readonly unknown[]): string {
  if (typeof price !== 'number') return ''
  if (age === 'live') return `${name} ${liveVerb} at ${price}.`
  return age === 'last_close' ? `${name} last closed at ${price}.` : `${name} was last quoted on ${quoted} at ${price}.`
}

const words = (state: Record<string, unknown>): string => {
  const { regime, health_score: health } = state
  return [
    typeof regime === 'string' ? `The tape reads ${regime}.` : 'The regime is not known.',
    typeof health === 'number' ? `Health stands at ${health}.` : '',
    priceOf('SPY', 'trades', [state.spy, state.spy_price_is, state.spy_quoted]),
    priceOf('VIX', 'is', [state.vix, state.vix_price_is, state.vix_quoted]),
    !Array.isArray(state.alerts) ? '' : state.alerts.length > 0 ? 'Some alerts are active.' : 'No alert is active.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function describe(_world: World, _instant: Date, text: string): object {
  const state = blockOf(text, 'STATE')
  const news = parsed(text.split('NEWS_BEGIN\n')[1]?.split('\n')[0] ?? '[]')
  const hasNews = Array.isArray(news) && news.length > 0
  const health = typeof state.health_score === 'number' ? state.health_score : 50
  return {
    summary: words(state),
    state: health >= 55 ? 'calm' : health >= 40 ? 'unsettled' : 'stressed',
    news_tone: hasNews ? (health >= 50 ? 'calm' : 'tense') : 'none',
    news_themes: hasNews ? ['market_moves'] : [],
  }
}

const IDEAS = ['AAPL', 'MSFT', 'NVDA', 'JPM', 'XOM', 'JNJ'] as const
const LABELS = ['up', 'down', 'sideways'] as const

function judge(world: World, instant: Date, text: string): object {
  const state = blockOf(text, 'STATE')
  const { sizes: given, falls } = referenceOf(text)
  const draw = randomOf(world.seed, Math.floor(instant.getTime() / 60_000), STREAM)
  const sizes = leaning(world, instant, [given.p_small, given.p_normal, given.p_big].map(shareOf), draw.uniform())
  const call = () => ({
    label: LABELS[Math.floor(draw.uniform() * LABELS.length)]!,
    confidence: 1 + Math.floor(draw.uniform() * 5),
  })
  const direction = { '1d': call(), '3d': call(), '5d': call() }
  const underlying = IDEAS[Math.floor(draw.uniform() * IDEAS.length)]!
  const idea = {
    text: `${underlying} has been apart from the index and is watched on its own.`,
    underlying,
    profit_direction: draw.uniform() < 0.5 ? 'up' : 'down',
    horizon: 1 + Math.floor(draw.uniform() * 10),
  }
  const rate = typeof falls.rate === 'number' ? falls.rate : 0.15
  return {
    whats_happening: words(state),
    rate: round(Math.min(1, Math.max(0, rate + 0.04 * (draw.uniform() - 0.5)))),
    p_small: sizes[0],
    p_normal: sizes[1],
    p_big: round(1 - sizes[0]! - sizes[1]!),
    direction,
    trade_idea: draw.uniform() < 0.5 ? idea : null,
  }
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000
const shareOf = (value: unknown): number => (typeof value === 'number' ? value : 1 / 3)

/** The share of its answers in which the analyst has a hint of the size, and how much it then leans. */
const HINT_SHARE = 0.5
const LEAN = 1.6

/** The public sizes, on some days leaning towards the third that the next move falls into. */
function leaning(world: World, instant: Date, shares: readonly number[], uniform: number): number[] {
  const hinted = uniform < HINT_SHARE ? thirdOfNextMove(world, instant) : null
  const leant = shares.map((share, at) => (at === hinted ? share * LEAN : share))
  const sum = leant.reduce((total, share) => total + share, 0) || 1
  return leant.map((share) => round(share / sum))
}

/** 0, 1 or 2: the third of the last year's moves that the move after the next close falls into. */
function thirdOfNextMove(world: World, instant: Date): number {
  const moment = world.momentAt(instant)
  const [close, next] = sessionsBetween(tradingDay(moment.day), addDays(tradingDay(moment.day), 14)).slice(
    moment.open ? 0 : 1,
  )
  const [from, to] = [world.indexOf(close!), world.indexOf(next!)]
  const moveTo = (index: number) =>
    Math.abs(world.daily(index).equity.logSpx - world.daily(Math.max(0, index - 1)).equity.logSpx)
  const recent = Array.from({ length: Math.min(YEAR, from) }, (_, back) => moveTo(from - back)).toSorted(
    (a, b) => a - b,
  )
  const below = recent.filter((move) => move < moveTo(to)).length
  return Math.min(2, Math.floor((3 * below) / Math.max(1, recent.length)))
}
