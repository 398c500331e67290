import type { SourceId } from '../../shared/domain/market/source-id.ts'
import { isDone, readProgress, type Step } from '../../shared/postgres/market/backfill.ts'
import { readServiceTime } from '../../shared/postgres/server/service-time.ts'
import { addSessions, previousSession, sessionOnOrBefore, sessionsBetween } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { hasOwnVerdict } from '../schedule/ai-slots.ts'
import { planSlots, type Slot, type SlotKind } from '../schedule/plan-slots.ts'
import { fillCompanies, fillPanels, fillWatched } from './fill-companies.ts'
import { closingChainRequest, eveningBefore, historyFilled, historyRequests, verdictsFilled } from './past-messages.ts'
import { recomputeFirst, runMessages, runSlot, runSlots, type StepDeps } from './run-step.ts'

export interface BackfillDeps extends StepDeps {
  /** Sources whose files carry history and that the first snapshot needs. */
  historySources: readonly SourceId[]
  /** Sources whose files carry history and that the first snapshot does not wait for. */
  laterSources: readonly SourceId[]
  /** Sources that fetch company by company. */
  companySources: readonly SourceId[]
  sessions: number
  cycleSessions: number
  /** Past sessions whose verdicts are filled in the simulator. */
  verdictSessions: number
  /** Real vendors know only the present: a past slot fetched today would file today's prices under it. */
  live: boolean
  /** Sources whose past slots have nothing to fetch. */
  onlyNow: readonly SourceId[]
}

/** Fills index-level history from the vendors' own files, which the first snapshot needs. Takes seconds. */
export async function backfillHistory(deps: BackfillDeps, signal: AbortSignal): Promise<void> {
  if (isDone(await readProgress(deps.sql), 'history')) return
  const now = deps.clock.now()
  const opened = (await readServiceTime(deps.sql))?.since ?? now
  await runMessages(deps, 'history', historyRequests(deps.historySources, now), signal)
  // Runs the cycle before this instant, so that the market state is served at once and not at the next quarter of an
  // hour. The scheduler runs every slot from the service's opening on.
  const newest = cyclesBefore(deps, opened).at(-1)
  if (newest) await runSlot(deps, deps.live ? { ...newest, sources: [] } : newest, signal)
  await deps.relay.transaction(deps.sql, async () => ({ result: null, messages: [eveningBefore(opened)] }))
}

/**
 * Fills the rest while the service already answers: members' bars, chains, daily rows, companies, then cycles, oldest
 * first. Within the budgets of real vendors the bars of all members take 24 minutes and the estimates of all companies
 * 35, so neither waits for the other.
 */
export async function backfillRest(deps: BackfillDeps, signal: AbortSignal): Promise<void> {
  const progress = await readProgress(deps.sql)
  const isDue = (step: Step): boolean => !isDone(progress, step) && !signal.aborted
  // Only days before the service's own: the scheduler runs every slot from its opening on.
  const opened = (await readServiceTime(deps.sql))?.since ?? deps.clock.now()
  const today = eastern(opened).day
  const days =
    deps.sessions > 0 ? sessionsBetween(addSessions(today, -deps.sessions).day, previousSession(today).day) : []
  const market = () => fillMarket(deps, { opened, days }, isDue, signal)
  const companies = async () => {
    if (isDue('watched')) await fillWatched(deps, signal)
    if (isDue('companies')) await fillCompanies(deps, signal)
    if (isDue('panels')) await fillPanels(deps, signal)
  }
  if (deps.live) await Promise.all([market(), companies()])
  else {
    await market()
    await companies()
  }
  if (isDue('picks')) await runScreener(deps, days, signal)
  // The longest step comes last: the served state is complete without the cycles of earlier sessions.
  if (isDue('cycles')) await runSlots(deps, 'cycles', cycleSlots(deps, days, today), signal)
  // Runs only after everything that is served: a past verdict is only material for grading.
  if (isDue('verdicts')) await fillVerdicts(deps, days, signal)
}

/** Fills what the market state is based on. */
async function fillMarket(
  deps: BackfillDeps,
  { opened, days }: { opened: Date; days: readonly TradingDay[] },
  isDue: (step: Step) => boolean,
  signal: AbortSignal,
): Promise<void> {
  if (isDue('members')) {
    await runMessages(deps, 'members', historyRequests(deps.laterSources, deps.clock.now()), signal)
  }
  await fillDays(deps, days, { chains: isDue('chains'), rows: isDue('days') }, signal)
  // Alerts come before the first cycles are computed again, so that those are judged from the states that the alerts
  // leave.
  if (isDue('alerts')) await runMessages(deps, 'alerts', [historyFilled(deps.clock.now())], signal)
  if (!isDue('recompute')) return
  // The first report compares the market with the cycle before it.
  const before = deps.live ? undefined : cyclesBefore(deps, opened).at(-2)
  if (before) await runSlot(deps, before, signal)
  await recomputeFirst(deps, signal)
}

/** The slots of both stages of the AI read, then their grades; a live service has no past verdicts. */
async function fillVerdicts(deps: BackfillDeps, days: readonly TradingDay[], signal: AbortSignal): Promise<void> {
  const recent = deps.live || deps.verdictSessions === 0 ? [] : days.slice(-deps.verdictSessions)
  const slots = recent.flatMap((day) => planSlots(day, []).filter(isVerdictSlot))
  await runSlots(deps, 'verdicts', slots, signal)
  if (slots.length === 0 || signal.aborted) return
  await deps.relay.transaction(deps.sql, async () => ({ result: null, messages: [verdictsFilled(deps.clock.now())] }))
}

/** Enough sessions that the first picks have ended, few enough that a start is not delayed. */
const SCREENER_SESSIONS = 20

/** Cycles of the last two sessions that were due before the service opened. */
function cyclesBefore(deps: BackfillDeps, opened: Date): Slot[] {
  const { day } = sessionOnOrBefore(eastern(opened).day)
  const slots = [previousSession(day).day, day].flatMap((each) => slotsOf(deps, each)).filter(isBefore(opened))
  return slots.filter((slot) => slot.kind === 'cycle')
}

/** The row of a day reads its closing chain and no later one, so the rows are computed while chains are still loading. */
async function fillDays(
  deps: BackfillDeps,
  days: readonly TradingDay[],
  due: { chains: boolean; rows: boolean },
  signal: AbortSignal,
): Promise<void> {
  const requests = due.chains && !deps.live ? days.map(closingChainRequest) : []
  const handled = new Map(requests.map(({ id }) => [id, Promise.withResolvers<void>()]))
  const onHandled = (id: string) => handled.get(id)?.resolve()
  const chains = due.chains ? runMessages(deps, 'chains', requests, signal, onHandled) : Promise.resolve()
  const ended = chains.finally(() => {
    for (const each of handled.values()) each.resolve()
  })
  const finals = days.flatMap((day) => slotsOf(deps, day).filter((slot) => slot.kind === 'daily_final'))
  const chainOf = async ({ day }: Slot) => handled.get(closingChainRequest(day).id)?.promise
  await Promise.all([ended, due.rows ? runSlots(deps, 'days', finals, signal, chainOf) : undefined])
}

function cycleSlots(deps: BackfillDeps, days: readonly TradingDay[], today: TradingDay): Slot[] {
  if (deps.live) return []
  const recent = deps.cycleSessions > 0 ? days.slice(-deps.cycleSessions) : []
  const ofToday = slotsOf(deps, today).filter(isBefore(deps.clock.now()))
  return [...recent.flatMap((day) => slotsOf(deps, day)), ...ofToday]
}

const AI_KINDS: readonly SlotKind[] = ['ai1', 'ai2']

/** AI-1 alone leaves nothing to grade, so only the slots of AI-2 are filled, with the AI-1 that each begins with. */
const isVerdictSlot = ({ kind, scheduledFor }: Slot): boolean =>
  AI_KINDS.includes(kind) && hasOwnVerdict({ scheduledFor })
/** Past runs of the screener, by the same stage; a live start has none, because they could not have been traded. */
async function runScreener(deps: BackfillDeps, days: readonly TradingDay[], signal: AbortSignal): Promise<void> {
  const recent = deps.live ? [] : days.slice(-SCREENER_SESSIONS)
  const slots = recent.flatMap((day) => planSlots(day, []).filter(({ kind }) => kind === 'screener'))
  await runSlots(deps, 'picks', slots, signal)
}

/** Accounts have no past to fill: none existed before the service began, and the next live slot finds what is due. */
const ACCOUNT_KINDS: readonly SlotKind[] = ['portfolio', 'settlement', 'house']
/** Runs of the screener have a step of their own, and in a replay its picks enter at closes. */
const SCREENER_KINDS: readonly SlotKind[] = ['screener', 'screener_entry']

function slotsOf({ cadences, onlyNow }: BackfillDeps, day: TradingDay): Slot[] {
  const withPast = cadences.filter(({ source }) => !onlyNow.some((id) => id === source))
  const left = [...ACCOUNT_KINDS, ...AI_KINDS, ...SCREENER_KINDS]
  return planSlots(day, withPast).filter(({ kind }) => !left.includes(kind))
}

const isBefore = (now: Date) => (slot: Slot) => slot.scheduledFor < now
