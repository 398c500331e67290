import type { SteppedMarket } from '../harness/stepped-market.ts'
import { processesBelow, proportionalMb } from './process-memory.ts'

const MB = 1_048_576

/** Measures the memory of all processes of a product, shared pages in parts, and the size of its database. */
export async function marketSize({ product, sql }: SteppedMarket): Promise<{ memoryMb: number; databaseMb: number }> {
  const each = await Promise.all(processesBelow(product.pid).map(({ pid }) => proportionalMb(pid)))
  const [{ bytes }] = await sql<[{ bytes: number }]>`
    select pg_database_size(current_database())::float8 as bytes`
  return { memoryMb: each.reduce<number>((sum, mb) => sum + (mb ?? 0), 0), databaseMb: bytes / MB }
}
