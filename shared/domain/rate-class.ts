/** The kinds of requests whose number per caller and minute is limited. */
export const RATE_CLASSES = ['public', 'costly', 'agent', 'order', 'settings', 'operator'] as const
export type RateClass = (typeof RATE_CLASSES)[number]

/** Requests of one caller in a minute. */
export type Rates = Readonly<Record<RateClass, number>>

/**
 * A dashboard that polls thirty documents every two seconds stays below the public limit. `costly` is what no cache
 * answers, `settings` is what writes rows forever.
 */
export const DEFAULT_RATES: Rates = {
  public: 1_200,
  costly: 120,
  agent: 1_200,
  order: 300,
  settings: 30,
  operator: 1_200,
}
