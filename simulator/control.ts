import type { FastifyInstance } from 'fastify'
import { eastern } from '../shared/time/eastern.ts'
import { FaultSpec, type Faults } from './faults.ts'
import { worldInstant } from './request-url.ts'
import { VENDORS } from './vendors/index.ts'
import { levelsAt } from './world/levels.ts'
import type { World } from './world/world.ts'

type Control = { world: World; faults: Faults; now: () => Date; seed: number | string }

const names = VENDORS.map((vendor) => vendor.name)

/** Routes next to the vendors', for tests and people; no vendor has such paths. */
export const registerControl = (app: FastifyInstance, { world, faults, now, seed }: Control): void => {
  const scenario = world.script?.name ?? 'none'
  app.get('/control/health', () => ({ status: 'ok', seed, scenario, vendors: names, now: now().toISOString() }))

  app.get('/control/world', (request, reply) => {
    const { at } = request.query as { at?: unknown }
    const instant = at === undefined ? now() : typeof at === 'string' ? worldInstant(at) : null
    if (instant === null)
      return reply.code(400).send({ error: 'at: an ISO instant with offset is needed', field: 'at' })
    return worldSummary(world, instant)
  })

  app.post('/control/faults', (request, reply) => {
    const spec = FaultSpec.safeParse(request.body)
    if (!spec.success) {
      const issue = spec.error.issues[0]!
      const field = issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.') || 'body'
      return reply.code(400).send({ error: `${field}: ${issue.message}`, field })
    }
    if (!names.includes(spec.data.vendor)) {
      return reply.code(400).send({ error: `vendor: one of ${names.join(', ')}`, field: 'vendor' })
    }
    const fault = faults.add(spec.data)
    if (fault === null) return reply.code(409).send({ error: 'too many faults: remove some first' })
    return reply.code(201).send({ id: fault.id })
  })

  app.get('/control/faults', () => ({ faults: faults.list() }))

  app.delete('/control/faults', () => ({ removed: faults.clear() }))

  app.delete<{ Params: { id: string } }>('/control/faults/:id', (request, reply) =>
    faults.remove(request.params.id) ? reply.code(204).send() : reply.code(404).send({ error: 'no such fault' }),
  )
}

const cents = (value: number): number => Math.round(value * 100) / 100

/** The world at an instant without lags or vendors, for people who check what a client should have seen. */
const worldSummary = (world: World, instant: Date) => {
  const moment = world.momentAt(instant)
  const { equity, volatility, credit, rates, macro, dealers } = world.daily(moment.index)
  const levels = levelsAt(world, moment)
  return {
    at: instant.toISOString(),
    eastern: `${eastern(instant).day} ${eastern(instant).time}`,
    session: moment.day,
    minute: moment.minute,
    open: moment.open,
    regime: equity.regime,
    spx: cents(levels.spx),
    spy: cents(levels.spy),
    vix: cents(levels.vix),
    vix9d: cents(levels.vix9d),
    vix3m: cents(levels.vix3m),
    skew: cents(volatility.skew),
    hy_oas: cents(credit.hyOas),
    ig_oas: cents(credit.igOas),
    target_upper: rates.targetUpper,
    dgs2: cents(rates.dgs2),
    dgs10: cents(rates.dgs10),
    t10yie: cents(rates.t10yie),
    dollar: cents(macro.dollar),
    wti: cents(macro.oil),
    dix: Math.round(dealers.dix * 10_000) / 10_000,
    gex: Math.round(dealers.gex),
    tilt: cents(dealers.tilt),
  }
}
