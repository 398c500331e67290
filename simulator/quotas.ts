const WINDOW_MS = 60_000

/** Requests of the last minute per vendor. A refused request counts too, so repeated requests stay refused. */
export const createQuotas = (now: () => Date): ((vendor: string, per_minute: number) => boolean) => {
  const served = new Map<string, number[]>()
  return (vendor, per_minute) => {
    const at = now().getTime()
    const recent = (served.get(vendor) ?? []).filter((time) => time > at - WINDOW_MS && time <= at)
    const allowed = recent.length < per_minute
    recent.push(at)
    served.set(vendor, recent.slice(-per_minute))
    return allowed
  }
}
