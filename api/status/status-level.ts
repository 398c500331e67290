import { loadingSentence, MARKET_STATE } from '../../shared/domain/contract/history-loading.ts'
import { FOMC_MEETINGS } from '../../shared/domain/market/fomc-meetings.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { brokerAlarmOf, SEEN_SECONDS_MAX } from '../../shared/postgres/messaging/stage-depths.ts'
import { stepSentence } from '../../shared/postgres/server/clock-epoch.ts'
import { lossSentence } from '../../shared/postgres/server/data-losses.ts'
import { previousSession, sessionOn } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import type { BrokerageReading } from './brokerage-watch.ts'
import { isOpen, reportFreshness } from './report-freshness.ts'
import type { StatusFacts } from './status-view.ts'

/** Percent of healthy source runs: below 95 is a warning, below 80 an issue. */
export const HEALTHY_PCT_MIN = 95
export const HEALTHY_PCT_BLOCKING = 80
const OUTBOX_SECONDS_MAX = 60
const OUTBOX_SECONDS_BLOCKING = 600
/** Vendors delay by 15 minutes and a cycle runs every 15 minutes; five are to spare. */
const QUOTE_AGE_MS_MAX = 35 * 60_000
/** Longer than the start or replacement of a worker. */
const UNATTENDED_SECONDS_MAX = 30
/** Longer than the start or replacement of a scheduler, which checks the stages every few seconds. */
const UNSCHEDULED_SECONDS_MAX = 60
/** A stage counts as stuck after a minute without a finished message; a slow vendor may take two more. */
const STANDING_SECONDS_MAX = 120
/** The daily row is final at 20:00 ET; this allows half an hour for it. */
const DAILY_ROW_BY = '20:30'

/** Four months, in which a version with the next year's meetings can be installed. */
const MEETINGS_AHEAD_DAYS = 120

const SYMBOLS_NAMED_MAX = 5

export interface Judgement {
  issues: string[]
  warnings: string[]
}

export function healthyPct(sources: StatusFacts['sources']): number | null {
  const runs = sources.reduce((sum, source) => sum + source.runs, 0)
  const failures = sources.reduce((sum, source) => sum + source.failures, 0)
  return runs === 0 ? null : Math.round(((runs - failures) / runs) * 1000) / 10
}

/** A source that ran less often is not judged yet. */
const RUNS_MIN = 5

function judgeSources(facts: StatusFacts, { issues, warnings }: Judgement): void {
  // Judged by source, because a source that runs each minute would hide one that runs once a day.
  for (const each of facts.sources) {
    const own = healthyPct([each])
    if (each.runs < RUNS_MIN || own === null || own >= HEALTHY_PCT_BLOCKING) continue
    warnings.push(`source ${each.source}: only ${own} % of its runs of the last 7 days succeeded`)
  }
  const pct = healthyPct(facts.sources)
  if (pct === null || pct >= HEALTHY_PCT_MIN) return
  const target = pct < HEALTHY_PCT_BLOCKING ? issues : warnings
  target.push(`only ${pct} % of source runs of the last 7 days succeeded`)
}

/** While history is loading, a state based on part of it may still change, so the service is not green. */
function judgeHistory({ stateLoading }: StatusFacts, { warnings }: Judgement): void {
  if (stateLoading) warnings.push(loadingSentence(stateLoading, MARKET_STATE))
}

function judgeReports(facts: StatusFacts, now: Date, { issues, warnings }: Judgement): void {
  const freshness = reportFreshness({ now, latest: facts.latestReport?.at ?? null, runningSince: facts.runningSince })
  if (freshness.state === 'late') warnings.push(`the newest report is ${counted(freshness.behind, 'slot')} behind`)
  if (freshness.state === 'missing') issues.push(`${freshness.behind} reports of the current session are missing`)
}

function judgeSignals(facts: StatusFacts, { warnings }: Judgement): void {
  const { snapshot } = facts
  if (!snapshot) return void warnings.push('no snapshot has been computed yet')
  const { missing, degraded, stale } = snapshot.data_quality
  if (snapshot.health_score === null)
    warnings.push(`no health score: ${snapshot.health_score_reason ?? 'no reason given'}`)
  if (missing.length > 0) warnings.push(`signals lack ${missing.map(({ source }) => source).join(', ')}`)
  if (degraded.length > 0) warnings.push(`signals use the last good value of ${degraded.join(', ')}`)
  if (stale.length > 0) warnings.push(`signals use old values of ${stale.join(', ')}`)
}

/** Checks the row of the newest due session, if the service ran when it was due. */
function judgeDailyTable(facts: StatusFacts, now: Date, { warnings }: Judgement): void {
  const { day } = eastern(now)
  const today = sessionOn(day)
  const due = today && now >= instantAt(day, DAILY_ROW_BY) ? today : previousSession(day)
  if (!facts.runningSince || instantAt(due.day, DAILY_ROW_BY) < facts.runningSince) return
  if (!facts.newestSession || facts.newestSession.tradeDate < due.day)
    warnings.push(`the daily row of ${due.day} is missing`)
}

function judgeQuote(facts: StatusFacts, now: Date, { warnings }: Judgement): void {
  const openFor = new Date(now.getTime() - QUOTE_AGE_MS_MAX)
  if (!isOpen(now) || !isOpen(openFor) || !facts.runningSince || facts.runningSince > openFor) return
  if (!facts.spyQuote) warnings.push('there is no SPY quote')
  else if (facts.spyQuote.quotedAt < openFor) warnings.push('the SPY quote is old')
}

/** The dates of meetings are a table of this version; the Fed publishes those of a year before it begins. */
function judgeMeetings(now: Date, { warnings }: Judgement): void {
  const last = FOMC_MEETINGS.at(-1)!
  if (addDays(eastern(now).day, MEETINGS_AHEAD_DAYS) <= last) return
  warnings.push(
    `the table of FOMC meetings ends on ${last}: Fed odds know no later meeting, and a newer version of the service is needed`,
  )
}

function judgeIntegrity(facts: StatusFacts, { issues }: Judgement): void {
  for (const broken of facts.integrity) issues.push(`signal database: ${broken}`)
}

function judgePlumbing(facts: StatusFacts, { issues, warnings }: Judgement): void {
  const waiting = facts.outboxOldestSeconds ?? 0
  if (waiting > OUTBOX_SECONDS_BLOCKING) issues.push('messages have not been sent for more than ten minutes')
  else if (waiting > OUTBOX_SECONDS_MAX) warnings.push('messages have not been sent for more than a minute')
  if (facts.deadLetters > 0)
    warnings.push(`${counted(facts.deadLetters, 'message')} could not be processed (see ops dead list)`)
  if (facts.failedCycles > 0)
    warnings.push(`${counted(facts.failedCycles, 'cycle')} of the last day ended without a report`)
  if (facts.missedSlots > 0) warnings.push(`the last day missed ${counted(facts.missedSlots, 'scheduled slot')}`)
}

/** Nothing falls due without a scheduler, and on a weekend or with a stopped clock no late report would reveal it. */
function judgeScheduler({ stages, schedulerSilentSeconds }: StatusFacts, { warnings }: Judgement): void {
  if (stages.length === 0) return
  const seconds = Math.min(...stages.map(({ seenSecondsAgo }) => seenSecondsAgo))
  if (seconds <= UNSCHEDULED_SECONDS_MAX) return
  if (schedulerSilentSeconds !== null && schedulerSilentSeconds <= UNSCHEDULED_SECONDS_MAX) {
    warnings.push(
      'the broker has not answered a scheduler for more than a minute: slots are decided, but no stage gets messages',
    )
    return
  }
  warnings.push(
    'no scheduler has looked at the stages for more than a minute, so no slot is decided and no event gets its id',
  )
}

/** The outbox is a minute old before it warns, and it does not know why. */
function judgeBroker({ stages }: StatusFacts, { warnings }: Judgement): void {
  const alarm = brokerAlarmOf(stages)
  if (alarm === null) return
  warnings.push(
    `RabbitMQ has raised an alarm (${alarm}) and takes no messages: they wait in Postgres and are sent when it ends`,
  )
}

function judgeStages(facts: StatusFacts, { warnings }: Judgement): void {
  for (const { stage, messages } of facts.waiting) {
    warnings.push(
      `stage ${stage}: ${counted(messages, 'message')} waited more than five minutes for the end of an outage`,
    )
  }
  for (const { stage, ready, seenSecondsAgo, standingSeconds } of facts.stages) {
    if (standingSeconds === null || seenSecondsAgo > SEEN_SECONDS_MAX || standingSeconds <= STANDING_SECONDS_MAX)
      continue
    warnings.push(`stage ${stage}: its workers finish none of ${counted(ready, 'waiting message')}`)
  }
  for (const { stage, ready, seenSecondsAgo, unattendedSeconds, workers } of facts.stages) {
    // An old figure may no longer hold, and a scheduler may not have seen a new worker yet.
    if (unattendedSeconds === null || seenSecondsAgo > SEEN_SECONDS_MAX || workers > 0) continue
    if (unattendedSeconds > UNATTENDED_SECONDS_MAX)
      warnings.push(`stage ${stage}: no worker is there for ${counted(ready, 'waiting message')}`)
  }
}

/**
 * The signals do not depend on the brokerage, so a wedged client or a login near its end is a warning. A failure that
 * stops trading until a person repairs it is an issue.
 */
export function judgeBrokerage(
  { status, tokenState, dataState, reason, health }: BrokerageReading,
  { issues, warnings }: Judgement,
): void {
  if (tokenState === 'not_configured' || tokenState === 'unknown') return
  const why = reason ?? tokenState
  if (status === 'expired' || status === 'missing' || status === 'unreadable') issues.push(`brokerage: ${why}`)
  else if (tokenState !== 'valid' && dataState === 'flowing') warnings.push(`brokerage: ${why}`)
  else if (tokenState === 'expiring') warnings.push('brokerage: the login expires within 12 hours')
  if (status === 'token_ok_client_failing') warnings.push(`brokerage: the live SPY quote failed: ${why}`)
  if (health.alarm) {
    warnings.push(`brokerage: the trading client is wedged (${health.consecutiveFailures} failures in a row)`)
  }
}

function judgeActions({ undecidedActions: symbols }: StatusFacts, { warnings }: Judgement): void {
  if (symbols.length === 0) return
  const named = `${symbols.slice(0, SYMBOLS_NAMED_MAX).join(', ')}${symbols.length > SYMBOLS_NAMED_MAX ? ' and others' : ''}`
  warnings.push(
    `${counted(symbols.length, 'symbol')} can only be closed until an operator decides (ops corporate-action proposals): ${named}`,
  )
}

/** One or two reads without the LLM recover by themselves. */
const SILENT_READS_MIN = 3

function judgeLlm({ llmSilence: silence }: StatusFacts, { warnings }: Judgement): void {
  if (silence === null || silence.reads < SILENT_READS_MIN) return
  warnings.push(
    `the LLM wrote none of the last ${silence.reads} reads, which have fixed wording instead (ops ai slots): ${silence.reason}`,
  )
}

function judgeClock({ clockStep }: StatusFacts, { issues, warnings }: Judgement): void {
  if (!clockStep) return
  const step = stepSentence(clockStep.stepMs)
  if (clockStep.needsOperator)
    issues.push(`${step}, and no scheduled work is done until an operator corrects it and runs ops clock believe`)
  const waits = clockStep.isBelieved ? '' : ', and scheduled work waits until the clock is believed again'
  warnings.push(`${step}; quotes from before it have expired${waits}`)
}

function judgeDataLoss({ dataLoss }: StatusFacts, { issues }: Judgement): void {
  if (dataLoss) issues.push(`${lossSentence(dataLoss)}; trading is closed until an operator runs ops failover accept`)
}

/** Issues make the service unhealthy, warnings degrade it; unknown facts are not judged. */
export function judge(facts: StatusFacts, now: Date, brokerage: BrokerageReading): Judgement {
  const found: Judgement = { issues: [], warnings: [] }
  judgeHistory(facts, found)
  judgeReports(facts, now, found)
  judgeSources(facts, found)
  judgeSignals(facts, found)
  judgeDailyTable(facts, now, found)
  judgeQuote(facts, now, found)
  judgeMeetings(now, found)
  judgeIntegrity(facts, found)
  judgeBrokerage(brokerage, found)
  judgePlumbing(facts, found)
  judgeScheduler(facts, found)
  judgeBroker(facts, found)
  judgeStages(facts, found)
  judgeClock(facts, found)
  judgeDataLoss(facts, found)
  judgeActions(facts, found)
  judgeLlm(facts, found)
  return found
}
