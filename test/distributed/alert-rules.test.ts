import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { REPOSITORY } from '../../harness/product.ts'
import { promtool } from '../../harness/promtool.ts'

const RULES = join(REPOSITORY, 'docs/prometheus-alerts.yaml')
const run = promisify(execFile)

type Series = Record<string, string>
interface Case {
  /** Series in promtool's notation: '0x20' is 0 for 21 minutes, '0+60x20' grows by 60 a minute. */
  fires: Series
  quiet: Series
  /** When it is looked at. */
  at: string
}

const UP = { 'database_reads_state{instance="a",state="up"}': '1x60' }
const stage = (state: string) => `stage_messages{stage="signals",state="${state}"}`
const WORKERS = 'stage_workers{stage="signals"}'
const STANDING = 'stage_standing_seconds{stage="signals"}'
const OLDEST = 'stage_oldest_ready_seconds{stage="signals"}'
const AGE = 'source_run_age_seconds{source="market"}'
const handled = (outcome: string) => `stage_handled_total{stage="signals",outcome="${outcome}",instance="a"}`

const CASES: Record<string, Case> = {
  NoReplicaAnswers: { fires: { 'up{job="x"}': '0x20' }, quiet: UP, at: '10m' },
  DatabaseAway: {
    fires: { 'database_reads_state{instance="a",state="down"}': '1x20' },
    quiet: { 'database_reads_state{instance="a",state="down"}': '0x20' },
    at: '10m',
  },
  NoSchedulerLooks: {
    fires: { ...UP, scheduler_silent_seconds: '0+60x20' },
    quiet: { ...UP, scheduler_silent_seconds: '1x20' },
    at: '10m',
  },
  DeadLetters: { fires: { [stage('dead')]: '1x20' }, quiet: { [stage('dead')]: '0x20' }, at: '10m' },
  StageUnattended: {
    fires: { [stage('ready')]: '3x20', [WORKERS]: '0x20' },
    quiet: { [stage('ready')]: '3x20', [WORKERS]: '1x20' },
    at: '10m',
  },
  StageStands: {
    fires: { [STANDING]: '150x20' },
    quiet: { [STANDING]: '60x20' },
    at: '10m',
  },
  StageRetries: {
    fires: { [handled('retry')]: '0+3x40', [handled('done')]: '0+1x40' },
    quiet: { [handled('retry')]: '0+3x40', [handled('done')]: '0+9x40' },
    at: '30m',
  },
  StageFallsBehind: {
    fires: { [OLDEST]: '90x20', [stage('active')]: '1x20' },
    quiet: { [OLDEST]: '30x20', [stage('active')]: '1x20' },
    at: '10m',
  },
  BrokerTakesNothing: {
    fires: { outbox_oldest_seconds: '60x20' },
    quiet: { outbox_oldest_seconds: '5x20' },
    at: '10m',
  },
  BrokerAlarm: {
    fires: { 'broker_alarm{resource="disk"}': '1x20', 'broker_alarm{resource="memory"}': '0x20' },
    quiet: { 'broker_alarm{resource="disk"}': '0x20', 'broker_alarm{resource="memory"}': '0x20' },
    at: '5m',
  },
  SourceSilentInSession: {
    fires: { [AGE]: '1800+60x60', session_open_seconds: '2100+60x60' },
    quiet: { [AGE]: '60000+60x60', session_open_seconds: '0x60' },
    at: '10m',
  },
  SourceSilent: { fires: { [AGE]: '400000x20' }, quiet: { [AGE]: '300000x20' }, at: '10m' },
  CycleFailed: { fires: { cycles_failed: '1x20' }, quiet: { cycles_failed: '0x20' }, at: '10m' },
  ReportOverdue: {
    fires: { market_event_unserved_seconds: '200x20' },
    quiet: { market_event_unserved_seconds: '60x20' },
    at: '10m',
  },
  ReportsLate: {
    fires: { market_event_to_served_last_seconds: '100x20' },
    quiet: { market_event_to_served_last_seconds: '70x20' },
    at: '10m',
  },
  ReportsSlow: {
    fires: { 'market_event_to_served_seconds{quantile="0.5"}': '40x20' },
    quiet: {
      'market_event_to_served_seconds{quantile="0.5"}': '5x20',
      'market_event_to_served_seconds{quantile="1"}': '60x20',
    },
    at: '10m',
  },
  RequestsFail: {
    fires: {
      'http_request_duration_seconds_count{status="500"}': '0+6x40',
      'http_request_duration_seconds_count{status="200"}': '0+60x40',
    },
    quiet: {
      'http_request_duration_seconds_count{status="409"}': '0+6x40',
      'http_request_duration_seconds_count{status="200"}': '0+60x40',
      'http_request_duration_seconds_count{status="500"}': '0x40',
    },
    at: '30m',
  },
  ReadsSlow: {
    fires: {
      'http_request_duration_seconds_bucket{le="0.5"}': '0+10x40',
      'http_request_duration_seconds_bucket{le="1"}': '0+60x40',
      'http_request_duration_seconds_bucket{le="+Inf"}': '0+60x40',
    },
    quiet: {
      'http_request_duration_seconds_bucket{le="0.5"}': '0+60x40',
      'http_request_duration_seconds_bucket{le="1"}': '0+60x40',
      'http_request_duration_seconds_bucket{le="+Inf"}': '0+60x40',
    },
    at: '30m',
  },
  BrokerageLoginEnds: {
    fires: { 'brokerage_login_expires_seconds{instance="a"}': '40000-60x20' },
    quiet: { 'brokerage_login_expires_seconds{instance="a"}': '90000-60x20' },
    at: '10m',
  },
  QuotesStand: {
    fires: { quotes_age_seconds: '130+60x30', session_open_seconds: '600+60x30' },
    quiet: { quotes_age_seconds: '130+60x30', session_open_seconds: '0x30' },
    at: '10m',
  },
  VendorBudgetSpent: {
    fires: { 'vendor_budget_remaining{vendor="cboe"}': '0x60' },
    quiet: { 'vendor_budget_remaining{vendor="cboe"}': '0x5 10x60' },
    at: '50m',
  },
  OrdersRefusedForUs: {
    fires: { 'orders_refused_total{code="stale_quote"}': '0+5x40' },
    quiet: {
      'orders_refused_total{code="insufficient_cash"}': '0+50x40',
      'orders_refused_total{code="stale_quote"}': '0x40',
    },
    at: '20m',
  },
  EventsWait: {
    fires: { events_waiting: '9 1 3x5 7x15' },
    // A busy service has some without an id at every look.
    quiet: { events_waiting: '9 4 7 2 8 1 6 3 9 5 8 2 7 1' },
    at: '12m',
  },
  WebhooksWait: {
    fires: { webhook_oldest_due_seconds: '1000x20' },
    quiet: { webhook_oldest_due_seconds: '200x20' },
    at: '10m',
  },
}

let folder: string
let tool: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'market-rules-'))
  tool = await promtool()
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Returns whether a rule fires on these series, as promtool judges the file that operators load. */
async function judge(cases: { alert: string; series: Series; at: string; fires: boolean }[]): Promise<string> {
  const file = join(folder, 'cases.yaml')
  const tests = cases.map(({ alert, series, at, fires }) => ({
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
        eval_time: at,
        exp_samples: fires ? [{ labels: '{}', value: 1 }] : [],
      },
    ],
  }))
  await writeFile(file, stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }))
  return await run(tool, ['test', 'rules', file]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string; stderr: string }) => `FAILED ${error.stdout} ${error.stderr}`,
  )
}

test('promtool accepts the rules, and every rule has a case', async () => {
  expect((await run(tool, ['check', 'rules', RULES])).stdout).toContain('SUCCESS')
  const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: { alert: string }[] }[] }
  expect(Object.keys(CASES).sort()).toEqual(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort())
})

test.each(Object.entries(CASES))('%s fires, and keeps quiet', async (alert, { fires, quiet, at }) => {
  expect(await judge([{ alert, series: fires, at, fires: true }])).toContain('SUCCESS')
  expect(await judge([{ alert, series: quiet, at, fires: false }])).toContain('SUCCESS')
})

test('a case that expects the wrong thing fails, so the cases can fail', async () => {
  const { quiet, at } = CASES.DeadLetters!
  expect(await judge([{ alert: 'DeadLetters', series: quiet, at, fires: true }])).toContain('FAILED')
})

test.each(['disk_full', 'failover_not_accepted', 'overloaded'])('orders that are refused as %s page', async (code) => {
  const series = { [`orders_refused_total{code="${code}"}`]: '0+5x40' }
  expect(await judge([{ alert: 'OrdersRefusedForUs', series, at: '20m', fires: true }])).toContain('SUCCESS')
})

test('what a healthy service does each week fires nothing: weekly sources, long weekends, fetches within a budget', async () => {
  const DAY_S = 86_400
  const age = (source: string, seconds: number) => ({
    alert: 'SourceSilent',
    series: { [`source_run_age_seconds{source="${source}"}`]: `${seconds}x20` },
    at: '10m',
  })
  const behind = (stage: string, seconds: number) => ({
    alert: 'StageFallsBehind',
    series: {
      [`stage_oldest_ready_seconds{stage="${stage}"}`]: `${seconds}x20`,
      [`stage_messages{stage="${stage}",state="active"}`]: '1x20',
    },
    at: '10m',
  })
  const spent = (vendor: string, minutes: number) => ({
    alert: 'VendorBudgetSpent',
    series: { [`vendor_budget_remaining{vendor="${vendor}"}`]: `0x${minutes} 5x${70 - minutes}` },
    at: `${minutes}m`,
  })
  const healthy = [age('aaii', 5.7 * DAY_S), age('cot', 7 * DAY_S), age('breadth', 4.02 * DAY_S)]
  const evening = [behind('ingest-estimates', 2_100), spent('yahoo', 23), spent('nasdaq', 36)]
  const quiet = [...healthy, ...evening].map((each) => ({
    alert: each.alert,
    series: each.series,
    at: each.at,
    fires: false,
  }))
  expect(await judge(quiet)).toContain('SUCCESS')
  const sick = [
    age('aaii', 8.1 * DAY_S),
    age('breadth', 5 * DAY_S),
    behind('ingest-estimates', 4_000),
    spent('nasdaq', 60),
  ]
  const loud = sick.map((each) => ({ alert: each.alert, series: each.series, at: each.at, fires: true }))
  expect(await judge(loud)).toContain('SUCCESS')
})

test('a silent source is noticed in every half-hour of a session from 10:05 on, and never outside one', async () => {
  const SILENT_FROM = 1_900
  const inSession = Array.from({ length: 12 }, (_, half) => 2_160 + half * 1_800)
  const cases = inSession.map((open) => ({
    alert: 'SourceSilentInSession',
    series: { [AGE]: `${SILENT_FROM}+60x10`, session_open_seconds: `${open}+60x10` },
    at: '5m',
    fires: true,
  }))
  expect(await judge(cases)).toContain('SUCCESS')
  const early = { [AGE]: '60000+60x10', session_open_seconds: '60+60x10' }
  expect(await judge([{ alert: 'SourceSilentInSession', series: early, at: '5m', fires: false }])).toContain('SUCCESS')
})
