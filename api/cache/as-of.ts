import { z } from 'zod'
import { type CycleRun, cycleKnownBy } from '../../shared/postgres/signals/cycle-documents.ts'
import { writtenInstant } from '../../shared/time/clock-target.ts'
import { readNow } from '../database/service-time.ts'
import type { ApiContext } from '../http/context.ts'
import { refuseParameter } from '../http/errors.ts'

const RULE =
  'must be an instant such as 2026-11-20T10:00:00-05:00 (write + as %2B) or, in Eastern time, 2026-11-20T10:00:00'
const FUTURE_RULE = 'must not lie in the future'
const CHARS_MAX = 40
/** Earlier instants mean this one: nothing was known before, and PostgreSQL cannot write every year. */
const EARLIEST = new Date('1900-01-01T00:00:00Z')

const WITH_OFFSET = z.iso.datetime({ offset: true })

/** A written instant; without an offset it is Eastern, as every time of the service is, such as that of a report. */
const instantOf = (text: string): Date | null =>
  WITH_OFFSET.safeParse(text).success ? new Date(text) : writtenInstant(text)

/** An optional instant of the query; the route itself refuses the future with `refuseFuture`. */
export const queryInstant = (description: string) =>
  z
    .string(RULE)
    .max(CHARS_MAX, RULE)
    .transform((text, context) => {
      const instant = instantOf(text)
      if (instant !== null) return new Date(Math.max(instant.getTime(), EARLIEST.getTime()))
      context.addIssue({ code: 'custom', message: RULE })
      return z.NEVER
    })
    .optional()
    .meta({
      description: `${description}; Eastern unless it has an offset; the future is 400`,
      example: '2026-11-20T10:00:00-05:00',
    })

export const AsOfQuery = z.object({
  as_of: queryInstant('returns the stored document of the newest cycle whose cutoff had passed at this instant'),
})
export type AsOfQuery = z.output<typeof AsOfQuery>

/** Refuses the first parameter that lies after now. */
export function refuseFuture(instants: Record<string, Date | undefined>, now: Date): void {
  const future = Object.entries(instants).find(([, instant]) => instant !== undefined && instant > now)
  if (future) throw refuseParameter(future[0], FUTURE_RULE)
}

const BEFORE_FIRST = 'before the first cycle'

const nameOf = ({ cycleId, run }: CycleRun): string => `${cycleId}#${run}`

/** The name of the cycle at an instant. Documents are cached by this name, so there are no more of them than cycles. */
export async function locateCycle(context: ApiContext, { as_of: asOf }: AsOfQuery): Promise<string | null> {
  if (asOf === undefined) return null
  refuseFuture({ as_of: asOf }, await readNow(context))
  const cycle = await context.reader.read((sql) => cycleKnownBy(sql, asOf))
  return cycle ? nameOf(cycle) : BEFORE_FIRST
}

/** The cycle with a name from `locateCycle`; null before the first. */
export function locatedCycle(name: string): CycleRun | null {
  if (name === BEFORE_FIRST) return null
  const mark = name.lastIndexOf('#')
  return { cycleId: name.slice(0, mark), run: Number(name.slice(mark + 1)) }
}
