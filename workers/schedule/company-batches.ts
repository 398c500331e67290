import { sources } from '../../pipeline/sources/index.ts'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import { tickersOf } from '../../shared/postgres/company/companies.ts'
import type { Db } from '../../shared/postgres/server/db.ts'

/** Companies whose panels are computed in one transaction, at most. */
const PANELS_BATCH = 50

export const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))

/**
 * Batches of companies of one sector each, so that the past of a sector is read once per batch; a large sector is cut
 * into equal parts.
 */
export const panelBatches = (sectors: readonly (readonly string[])[]): string[][] =>
  sectors.flatMap((tickers) => chunks(tickers, Math.ceil(tickers.length / Math.ceil(tickers.length / PANELS_BATCH))))

/**
 * A source that fetches company by company is requested in batches, each a message of its own: a run that is killed in
 * the middle repeats one batch, and copies of the stage share the rest.
 */
export async function inBatches(
  sql: Db,
  request: NewMessage<'source.requested'>,
): Promise<NewMessage<'source.requested'>[]> {
  const { companies } = sources.find(({ id }) => id === request.payload.source) ?? {}
  if (!companies) return [request]
  const batches = chunks(await tickersOf(sql, companies.which), companies.batch)
  return batches.map((batch, at) => ({
    ...request,
    id: request.id.replace(/#1$/, `/${at + 1}#1`),
    payload: { ...request.payload, companies: batch },
  }))
}

/** Asks for the panels of some companies; `cause` makes the message unique. */
export const panelsOf = (
  cause: string,
  companies: readonly string[],
  { cutoff, analogs = true }: { cutoff: Date; analogs?: boolean },
): NewMessage<'company.due'> => ({
  id: `company:${cause}/${companies[0]}#1`,
  type: 'company.due',
  occurredAt: cutoff,
  cycleId: null,
  payload: { companies: [...companies], cutoff: cutoff.toISOString(), analogs },
})
