import type { ApiContext } from '../context.ts'
import { serviceNow } from './service-now.ts'

/** Null while the clock could only say real time, which must not pass for service time. */
export const knownNow = ({ clock }: ApiContext): Date | null => (clock.isKnown?.() === false ? null : clock.now())

/** For reads that need the time: asked from the database while the clock has not heard it yet. */
export const readNow = async (context: ApiContext): Promise<Date> =>
  knownNow(context) ?? (await context.reader.read(serviceNow))
