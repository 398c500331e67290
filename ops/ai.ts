import { randomUUID } from 'node:crypto'
import { Command } from 'commander'
import { z } from 'zod'
import { AI_RULES_VERSION } from '../pipeline/ai-read/index.ts'
import { aiSettings } from '../shared/ai/ai-settings.ts'
import { AppError } from '../shared/errors.ts'
import { attemptsOf } from '../shared/postgres/ai/ai-attempts.ts'
import { eastern } from '../shared/time/eastern.ts'
import { consultModel } from '../workers/ai/consult-model.ts'
import { daySlots } from './ai-slots.ts'
import type { Env, Say } from './calendar.ts'
import { type Ops, withOps } from './connect.ts'
import { dayOf } from './day-argument.ts'
import { table } from './table.ts'

const Small = z.strictObject({ ok: z.boolean().describe('true') })
const PROMPT = { system: 'Answer with the JSON object that is asked for.', prompt: 'Say that you are there.' }

export function aiCommand(env: Env, say: Say): Command {
  const command = new Command('ai').description(
    `the AI read (rules ${AI_RULES_VERSION}): check the LLM, list a day’s slots`,
  )
  command
    .command('check')
    .description('make one small call to the configured LLM; it counts against the daily limit')
    .option('--json', 'an object')
    .action(async (options: { json?: boolean }) => {
      await withOps(env, async (ops) => {
        const found = await check(ops)
        say(options.json ? JSON.stringify(found) : inWords(found))
        if (found.problem !== null) process.exitCode = 1
      })
    })
  command
    .command('slots')
    .description('the slots of a day: decided when, by whom written, what they cost, or why they were missed')
    .option('--on <date>', 'the Eastern day (default: today by service time)')
    .option('--json', 'an array of objects')
    .action(async ({ on, json }: { on?: string; json?: boolean }) => {
      await withOps(env, async ({ sql, clock }) => {
        const now = clock.now()
        const rows = await daySlots(sql, on === undefined ? eastern(now).day : dayOf(on, '--on'), now)
        say(json ? JSON.stringify(rows, null, 2) : table(rows, 'no session, so no slots'))
      })
    })
  return command
}

interface Checked {
  model: string
  problem: string | null
  latency_ms: number | null
  input_tokens: number | null
  output_tokens: number | null
  cost_usd: number | null
}

async function check({ sql, clock, config, simulatorUrl }: Ops): Promise<Checked> {
  const settings = aiSettings({ ...config, SIMULATOR_URL: config.SIMULATOR_URL ?? simulatorUrl ?? undefined })
  if (!settings) throw new AppError('invalid', 'no LLM is configured: set AI_PROVIDER and AI_MODEL')
  const readId = `check:${randomUUID()}`
  const inquiry = {
    readId,
    prompt: PROMPT,
    schema: Small,
    schemaName: 'check',
    judge(answer: unknown) {
      const parsed = Small.safeParse(answer)
      return parsed.success ? { value: parsed.data } : { problem: 'the answer does not fit the schema' }
    },
  }
  const { fallback } = await consultModel({ sql, clock, settings }, inquiry, [])
  const attempts = await attemptsOf(sql, [readId])
  const last = attempts.at(-1)
  const micro = attempts.reduce((sum, each) => sum + (each.costMicro ?? each.costMaxMicro), 0)
  return {
    model: settings.model,
    problem: fallback,
    latency_ms: last?.latencyMs ?? null,
    input_tokens: last?.inputTokens ?? null,
    output_tokens: last?.outputTokens ?? null,
    cost_usd: attempts.length === 0 ? null : micro / 1e6,
  }
}

function inWords({
  model,
  problem,
  latency_ms: ms,
  input_tokens: input,
  output_tokens: output,
  cost_usd: cost,
}: Checked) {
  const paid = cost === null ? 'nothing was sent' : `it cost ${cost.toFixed(6)} dollars`
  return problem === null
    ? `${model} answered in ${ms} ms with ${output} tokens to ${input}; ${paid}`
    : `${model}: ${problem}; ${paid}`
}
