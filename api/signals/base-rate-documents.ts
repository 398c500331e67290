import { readModel } from '../../shared/postgres/signals/read-models.ts'
import type { ApiContext } from '../http/context.ts'

export const NOTHING_LEARNED = 'nothing has been learned from history yet'

/** A stored document of the risk stage; null before the first. */
export async function learnedDocument(
  { reader }: ApiContext,
  key: string,
): Promise<{ text: string; traceparent: string | null } | null> {
  const model = await reader.read((sql) => readModel(sql, key))
  return model && { text: model.body, traceparent: model.traceparent }
}

/** The head of such a document when none is stored. */
export const nothingLearned = (reason: string) => ({
  schema_version: '2026.11',
  rules_version: null,
  as_of: null,
  trade_date: null,
  status: 'not_ready' as const,
  reason,
  have: null,
  need: null,
})
