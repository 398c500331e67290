import { type Pool, siblingPool } from '../shared/postgres/server/db.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** A statement as it ran. */
export interface RunPlan {
  statement: string
  /** The tables and partitions of which something was read; not those that the executor left out or never reached. */
  tables: string[]
  /** Pages of tables and indexes that were touched, whether or not they were in memory. */
  buffers: number
}

/** A plan as `auto_explain` reports it. */
export function readPlan(text: string): RunPlan {
  const { 'Query Text': statement, Plan: plan } = JSON.parse(text) as { 'Query Text': string; Plan: Node }
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
  const tables = nodes(plan)
    .filter((node) => node['Actual Loops'] > 0)
    .flatMap((node) => node['Relation Name'] ?? [])
  return {
    statement,
    tables: [...new Set(tables)].sort(),
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
  }
}

/** Settings of a session whose statements are explained, which only a superuser may make. */
export const EXPLAINED = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
} as const

/**
 * Runs the work on a connection of its own and returns the plans of the statements that it ran. `generic` plans them
 * without their values, as the server may do from the sixth time on.
 */
export async function plansOf(
  pool: Pool,
  work: (sql: Pool) => Promise<unknown>,
  { generic = false } = {},
): Promise<RunPlan[]> {
  const plans: RunPlan[] = []
  const sql = siblingPool(pool, {
    max: 1,
    settings: {
      ...EXPLAINED,
      'auto_explain.log_level': 'notice',
      plan_cache_mode: generic ? 'force_generic_plan' : 'auto',
    },
    onnotice: ({ message }) => {
      const json = /plan:\n(.*)$/s.exec(message ?? '')?.[1]
      if (json) plans.push(readPlan(json))
    },
  })
  try {
    await work(sql)
    return plans
  } finally {
    await sql.end({ timeout: 1 })
  }
}
