import { refuseMissing } from '../http/errors.ts'

/** Refuses a key that no component of the health score has. */
export const refuseComponent = () =>
  refuseMissing(
    'There is no such component.',
    'GET /api/v1/signals/score/breakdown lists the components with their keys.',
  )
