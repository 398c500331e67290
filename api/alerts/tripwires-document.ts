import { z } from 'zod'
import { distanceOf, TRIPWIRE_RULES_VERSION, type Wire, wires } from '../../pipeline/tripwires/index.ts'
import {
  budgetAt,
  EVENT_FIRES_PER_DAY,
  EVENT_GAP_MS,
  EVENT_SOURCES,
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
import { eastern, easternExact, easternIso } from '../../shared/time/eastern.ts'
import type { TripwireRows } from './tripwires-view.ts'

const MINUTE_MS = 60_000
/** A minute is collected within one, and judged at once. */
const SILENT_AFTER_MS = 3 * MINUTE_MS
const SCHEMA_VERSION = '2026.11'
const NEVER_SEEN = 'no evaluation has seen it yet'

const instant = z.iso.datetime({ offset: true })
const known = (words: string) => `${words}; null while it has not been seen`

const Tripwire = z
  .object({
    key: WireKey.describe('stable name of the wire'),
    label: z.string().describe('the condition in words'),
    level_kind: LevelKind.describe('what the level is a level of; spy_price marks a price of SPY'),
    side: z.enum(['above', 'below']).describe('above: met at or above the level; below: met below it'),
    risk_direction: RiskDirection.describe('which way risk moves when it is met; never a direction of the market'),
    feed: z
      .enum(['minute', 'daily'])
      .describe('minute: each minute is an observation; daily: it moves only on a newer day of its series'),
    level: z.number().nullable().describe(known('where the condition begins, in its own unit')),
    rearm_level: z.number().nullable().describe(known('where the wire is armed again, on the other side of the level')),
    current: z.number().nullable().describe(known('what was compared with the level')),
    distance: z.number().nullable().describe(known('current against level, signed')),
    distance_unit: z.enum(['percent', 'points']).describe('percent of the level, or points of the value'),
    state: WireStateName.nullable().describe(
      known('armed, triggered, fired (and its condition goes on) or cooldown (it is over, the two hours are not)'),
    ),
    since: instant
      .nullable()
      .describe('since when the standing condition is met, Eastern offset; null while it is not'),
    hold: z
      .object({
        minutes: z.number().min(0).describe('without a gap'),
        of: z.number().describe('minutes a wire must hold to fire'),
      })
      .nullable()
      .describe('progress of an episode that may still fire; null where there is none'),
    cooldown_until: instant.nullable().describe('until when it may not fire again; null when it may'),
    fired_today: z.boolean().nullable().describe('whether it fired on this Eastern day, granted or refused'),
    last_fired_at: instant.nullable().describe('its last fire; null when it never fired'),
    observed_at: instant.nullable().describe(known('what the observation is for, of several inputs the oldest')),
    age_seconds: z.int().nullable().describe(known('seconds of service time since then')),
    source: z.string().nullable().describe(known('the source of what is compared')),
    inputs: z.array(InputReading).describe('the observations behind it; empty while it has not been seen'),
    reason: z.string().nullable().describe('why it cannot be judged now, or cannot fire; null while it can'),
  })
  .meta({ id: 'Tripwire', description: 'One live level, and where it stands' })

const Budget = z
  .object({
    date: z.iso.date().nullable().describe('the Eastern day it counts for; null while service time is not known'),
    limit: z.int().describe('event fires of a day, of wires and of escalations together'),
    used: z.int().min(0).nullable().describe('fires granted on this day; null while not known'),
    remaining: z.int().min(0).nullable().describe('fires left on this day; null while not known'),
    gap_minutes: z.int().describe('minutes two fires are apart at least'),
    next_allowed_at: instant.nullable().describe('when the next one may be granted; null: at once, or not known'),
    fires: z
      .array(
        z.object({
          source: z.enum(EVENT_SOURCES).describe('wire, or escalation: AI-1 found the standing judgment stale'),
          subject: z.string().describe('the wire, or what was stale'),
          cause: z.string().describe('what it saw'),
          at: instant.describe('when it asked, Eastern offset'),
          outcome: z.enum(['granted', 'refused']).describe('whether the budget allowed it'),
          reason: z.string().nullable().describe('why it was refused; null when it was granted'),
        }),
      )
      .describe('everything that asked on this day, oldest first'),
  })
  .meta({
    id: 'EventBudget',
    description: 'What may set off an event-driven AI cycle, shared by wires and escalations',
  })

const Minutes = z.object({
  observed: z.int().nullable().describe('minutes of this day that were collected whole; null while not known'),
  missing: z.int().nullable().describe('minutes of this day that were missed or lack something; null while not known'),
  newest: instant.nullable().describe('the newest minute of this day anybody collected; null when there is none'),
  newest_reason: z.string().nullable().describe('what is missing in it; null when nothing is'),
})

export const TripwiresAnswer = z.object({
  schema_version: z.string().describe('version of the shape of this document'),
  rules_version: z.string().describe('version of levels, margins and rules'),
  as_of: instant.nullable().describe('the newest evaluation, Eastern offset; null before the first'),
  hold_minutes: z.number().describe('minutes a wire must hold to fire'),
  cooldown_minutes: z.number().describe('minutes after a fire in which the wire does not fire again'),
  wires: z.array(Tripwire).describe('every wire there is'),
  budget: Budget.describe('what wires and escalations may still set off on this day'),
  minutes: Minutes.describe('the one-minute feed on this Eastern day'),
  reason: z.string().nullable().describe('why nothing is known; null while something is'),
})
export type TripwiresAnswer = z.infer<typeof TripwiresAnswer>

/** Prices have four decimals at most; what arithmetic adds says nothing. */
const rounded = (value: number): number => Number(value.toFixed(4))
const orNull = (at: Date | null): string | null => at && easternExact(at)

function reasonOf(wire: Wire, memory: WireMemory, now: Date): string | null {
  if (memory.noData !== null) return memory.noData
  const through = memory.evaluatedThrough
  if (wire.feed === 'minute' && through && marketAt(now).phase === 'open') {
    if (now.getTime() - through.getTime() > SILENT_AFTER_MS) return `no minute since ${easternIso(through)}`
  }
  return memory.met && !memory.flipped ? 'met at first sight: it may fire once it has been armed again' : null
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
    inputs: reading?.inputs ?? [],
    reason: seen && now ? reasonOf(wire, seen, now) : NEVER_SEEN,
  }
}

/** Without rows: what is known of the wires without the database, and why there is no more. */
export function tripwiresDocument(rows: TripwireRows | null, now: Date | null, reason: string | null): TripwiresAnswer {
  const budget = rows && now && budgetAt(rows.budget, now)
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
      limit: EVENT_FIRES_PER_DAY,
      used: budget ? budget.used : null,
      remaining: budget ? EVENT_FIRES_PER_DAY - budget.used : null,
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
    reason: reason ?? (newest === 0 ? 'no minute and no report cycle has been judged by the wires yet' : null),
  }
}
