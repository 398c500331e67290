/** The kinds of requests whose number per caller and minute is limited. */
export const RATE_CLASSES = ['public', 'costly', 'agent', 'order', 'settings', 'operator'] as const
export type RateClass = (typeof RATE_CLASSES)[number]

/** Requests of one caller in a minute. */
export type Rates = Readonly<Record<RateClass, number>>

/**
 * An office is one address: sixty dashboards that each poll ten documents every ten seconds stay below the public
 * limit, also while all of them load their pages. A hundred cached answers a second cost a replica a few hundredths of
 * a core. `costly` is what takes a computation or a query each time, `settings` is what writes rows forever.
 */
export const DEFAULT_RATES: Rates = {
  public: 6_000,
  costly: 600,
  agent: 1_200,
  order: 300,
  settings: 30,
  operator: 1_200,
}
