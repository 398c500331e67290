import { STAGES, type StageName } from '../../shared/broker/topology.ts'
import { refuseMissing } from '../http/errors.ts'

/** The stage that a path names; refuses a name that no stage has. */
export function namedStage(name: string): StageName {
  const stage = STAGES.find((known) => known === name)
  if (!stage) throw refuseMissing('There is no such stage.', 'GET /api/v1/status lists the stages.')
  return stage
}
