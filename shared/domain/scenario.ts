/** The scenarios that a simulated market can live through; `none` leaves it as it is. */
export const SCENARIOS = ['none', 'correction', 'crash', 'rates', 'dark'] as const
export type ScenarioName = (typeof SCENARIOS)[number]
