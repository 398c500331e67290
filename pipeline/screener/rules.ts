/** Stored with every record; evidence under other rules counts as imported. */
export const SCREENER_RULES = '2026.11-2'
