import { z } from 'zod'
import { distanceOf, TRIPWIRE_RULES_VERSION, type Wire, wires } from '../../pipeline/tripwires/index.ts'
import {
  budgetAt,
  EVENT_FIRES_PER_DAY,
  EVENT_GAP_MS,
  EVENT_SOURCES,
  firesAllowedOn,
  nextAllowedAt,
} from '../../shared/domain/contract/event-budget.ts'
import { InputReading } from '../../shared/domain/contract/signals.ts'
import {
  COOLDOWN_MS,
  cooldownUntil,
  HOLD_MS,
  heldMs,
  LevelKind,
  RiskDirection,
  WireKey,
  type WireMemory,
  WireStateName,
  wireState,
} from '../../shared/domain/contract/tripwire.ts'
import { marketAt } from '../../shared/time/calendar.ts'
import { eastern, easternExact } from '../../shared/time/eastern.ts'
import { easternInWords } from '../../shared/time/eastern-words.ts'
import type { TripwireRows } from './tripwires-view.ts'
import { levelAsOf, wireTimes } from './wire-times.ts'

const MINUTE_MS = 60_000
/** A minute is collected within the next one and evaluated at once; this allows for two more. */
const SILENT_AFTER_MS = 3 * MINUTE_MS
const SCHEMA_VERSION = '2026.11'
const NEVER_EVALUATED = 'it has not been evaluated yet'

const instant = z.iso.datetime({ offset: true })
const known = (words: string) => `${words}; null before the first evaluation`

const Tripwire = z
  .object({
    key: WireKey.describe('stable name of the wire'),
    label: z.string().describe('the condition in words'),
    level_kind: LevelKind.describe('quantity of the level; spy_price marks a price of SPY'),
    side: z.enum(['above', 'below']).describe('above: met at or above the level; below: met below it'),
    risk_direction: RiskDirection.describe(
      'direction of risk when the condition is met; never a direction of the market',
    ),
    feed: z
      .enum(['minute', 'daily'])
      .describe('minute: each minute is an observation; daily: only a newer day of the series is one'),
    level: z.number().nullable().describe(known('value at which the condition begins, in its own unit')),
    rearm_level: z
      .number()
      .nullable()
      .describe(known('value at which the wire is armed again, on the other side of the level')),
    current: z.number().nullable().describe(known('value that was compared with the level')),
    distance: z.number().nullable().describe(known('current minus level, signed')),
    distance_unit: z.enum(['percent', 'points']).describe('percent of the level, or points of the value'),
    state: WireStateName.nullable().describe(
      known('armed, triggered, fired (the condition continues) or cooldown (it has ended, the two hours have not)'),
    ),
    since: instant
      .nullable()
      .describe('start of the current episode, Eastern offset; null while the condition is not met'),
    hold: z
      .object({
        minutes: z.number().min(0).describe('minutes held without a gap'),
        of: z.number().describe('minutes a wire must hold to fire'),
      })
      .nullable()
      .describe('progress of an episode that may still fire; null if there is none'),
    cooldown_until: instant.nullable().describe('end of the cooldown; null when the wire may fire'),
    fired_today: z.boolean().nullable().describe('whether it fired on this Eastern day, granted or refused'),
    last_fired_at: instant.nullable().describe('the last time it fired; null if it never has'),
    observed_at: instant.nullable().describe(known('instant of the observation; with several inputs, of the oldest')),
    age_seconds: z.int().nullable().describe(known('seconds of service time since the observation')),
    source: z.string().nullable().describe(known('source of the compared value')),
    level_as_of: z
      .union([z.iso.date(), instant])
      .nullable()
      .optional()
      .describe(
        'time of an observed level: instant of the option chain’s quotes, or day of the last close; null for a fixed ' +
          'level and for one that follows the wire’s own series',
      ),
    times_note: z
      .string()
      .nullable()
      .optional()
      .describe(
        'minute wires: of when value and level are, and after the close that they stay so; null for daily wires, ' +
          'whose `inputs` have their days, and before the first evaluation',
      ),
    inputs: z.array(InputReading).describe('the observations it is based on; empty before the first evaluation'),
    reason: z.string().nullable().describe('why it cannot be evaluated or cannot fire now; null otherwise'),
  })
  .meta({ id: 'Tripwire', description: 'One live level and its state' })

const Budget = z
  .object({
    date: z.iso.date().nullable().describe('the Eastern day of the budget; null while service time is not known'),
    limit: z.int().describe('fires allowed on this day, of wires and escalations together: 0 on a half-day'),
    used: z.int().min(0).nullable().describe('fires granted on this day; null while not known'),
    remaining: z.int().min(0).nullable().describe('fires left on this day; null while not known'),
    gap_minutes: z.int().describe('minimum minutes between two fires'),
    next_allowed_at: instant.nullable().describe('when the next fire may be granted; null: at once, or not known'),
    fires: z
      .array(
        z.object({
          source: z.enum(EVENT_SOURCES).describe('wire, or escalation: AI-1 found the current judgment stale'),
          subject: z.string().describe('what requested the cycle: a wire, or a stale judgment'),
          cause: z.string().describe('the observation that led to the request'),
          at: instant.describe('time of the request, Eastern offset'),
          outcome: z.enum(['granted', 'refused']).describe('whether the budget allowed it'),
          reason: z.string().nullable().describe('why it was refused; null when it was granted'),
        }),
      )
      .describe('all requests of this day, oldest first'),
  })
  .meta({
    id: 'EventBudget',
    description: 'The budget of event-driven AI cycles, shared by wires and escalations',
  })

const Minutes = z.object({
  observed: z.int().nullable().describe('complete minutes of this day; null while not known'),
  missing: z.int().nullable().describe('minutes of this day that were missed or are incomplete; null while not known'),
  newest: instant.nullable().describe('the newest collected minute of this day; null if there is none'),
  newest_reason: z.string().nullable().describe('what the newest minute lacks; null if it is complete'),
})

export const TripwiresAnswer = z.object({
  schema_version: z.string().describe('version of the shape of this document'),
  rules_version: z.string().describe('version of levels, margins and rules'),
  as_of: instant.nullable().describe('the newest evaluation, Eastern offset; null before the first'),
  hold_minutes: z.number().describe('minutes a wire must hold to fire'),
  cooldown_minutes: z.number().describe('minutes after a fire in which the wire does not fire again'),
  wires: z.array(Tripwire).describe('all wires'),
  budget: Budget.describe('the fires that wires and escalations have left on this day'),
  minutes: Minutes.describe('the one-minute feed on this Eastern day'),
  reason: z.string().nullable().describe('why nothing is known; null otherwise'),
})
export type TripwiresAnswer = z.infer<typeof TripwiresAnswer>

/** A level has as many digits as in the other documents; further ones come from floating-point arithmetic. */
const rounded = (value: number): number => Number(value.toPrecision(8))
const orNull = (at: Date | null): string | null => at && easternExact(at)

function reasonOf(wire: Wire, memory: WireMemory, now: Date): string | null {
  if (memory.noData !== null) return memory.noData
  const through = memory.evaluatedThrough
  const { phase, session } = marketAt(now)
  if (wire.feed === 'minute' && through && session && phase === 'open') {
    // No minute is due in the night: a session is silent once its own minutes do not come.
    const due = Math.max(through.getTime(), session.open.getTime())
    if (now.getTime() - due > SILENT_AFTER_MS) return `no minute since ${easternInWords(through)}`
  }
  return memory.met && !memory.flipped
    ? 'the condition was met at the first observation: the wire may fire after it has been armed again'
    : null
}

function wireOf(wire: Wire, memory: WireMemory | undefined, now: Date | null): z.infer<typeof Tripwire> {
  const seen = memory?.rulesVersion === TRIPWIRE_RULES_VERSION ? memory : undefined
  const reading = seen?.reading ?? null
  const until = memory ? cooldownUntil(memory) : null
  const held = seen ? heldMs(seen) : null
  const firedAt = memory?.firedAt ?? null
  return {
    key: wire.key,
    label: wire.label,
    level_kind: wire.levelKind,
    side: wire.side,
    risk_direction: wire.risk,
    feed: wire.feed,
    level: reading && rounded(reading.level),
    rearm_level: reading && rounded(reading.rearm),
    current: reading && rounded(reading.value),
    distance: reading && rounded(distanceOf(wire, reading)),
    distance_unit: wire.distanceIn,
    state: seen && now ? wireState(seen, now) : null,
    since: seen?.episode ? seen.episode.slice(wire.key.length + 1) : null,
    hold: held === null ? null : { minutes: Math.floor(held / MINUTE_MS), of: HOLD_MS / MINUTE_MS },
    cooldown_until: until && now && now < until ? easternExact(until) : null,
    fired_today: now && firedAt !== null && eastern(firedAt).day === eastern(now).day,
    last_fired_at: orNull(firedAt),
    observed_at: reading?.observed_at ?? null,
    age_seconds:
      reading && now ? Math.max(0, Math.round((now.getTime() - Date.parse(reading.observed_at)) / 1_000)) : null,
    source: reading?.inputs[0]?.source ?? null,
    level_as_of: reading && levelAsOf(wire, reading),
    times_note: reading && now && wireTimes(wire, reading, now),
    inputs: reading?.inputs ?? [],
    reason: seen && now ? reasonOf(wire, seen, now) : NEVER_EVALUATED,
  }
}

/** The document without rows has the members that need no database, and the reason. */
export function tripwiresDocument(rows: TripwireRows | null, now: Date | null, reason: string | null): TripwiresAnswer {
  const budget = rows && now && budgetAt(rows.budget, now)
  const limit = now ? firesAllowedOn(eastern(now).day) : EVENT_FIRES_PER_DAY
  const through = Object.values(rows?.memories ?? {}).map(({ evaluatedThrough }) => evaluatedThrough?.getTime() ?? 0)
  const newest = Math.max(0, ...through)
  return {
    schema_version: SCHEMA_VERSION,
    rules_version: TRIPWIRE_RULES_VERSION,
    as_of: newest === 0 ? null : easternExact(new Date(newest)),
    hold_minutes: HOLD_MS / MINUTE_MS,
    cooldown_minutes: COOLDOWN_MS / MINUTE_MS,
    wires: wires.map((wire) => wireOf(wire, rows?.memories[wire.key], now)),
    budget: {
      date: now && eastern(now).day,
      limit,
      used: budget ? budget.used : null,
      remaining: budget ? Math.max(0, limit - budget.used) : null,
      gap_minutes: EVENT_GAP_MS / MINUTE_MS,
      next_allowed_at: rows && now && orNull(nextAllowedAt(rows.budget, now)),
      fires: (rows?.fires ?? []).map((fire) => ({ ...fire, at: easternExact(fire.at) })),
    },
    minutes: {
      observed: rows?.minutes.observed ?? null,
      missing: rows?.minutes.missing ?? null,
      newest: orNull(rows?.minutes.newest ?? null),
      newest_reason: rows?.minutes.newestReason ?? null,
    },
    reason: reason ?? (newest === 0 ? 'the wires have not evaluated any minute or report cycle yet' : null),
  }
}
