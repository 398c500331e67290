import { html } from 'ghtml'

/** Shows a percentile between the lowest and the highest of its year; the text next to it states the same number. */
export const meter = (percentile: number | null): string =>
  percentile === null
    ? ''
    : html`<svg class="meter" viewBox="0 0 64 10" aria-hidden="true"><rect x="0" y="3" width="64" height="4" rx="2"></rect><circle cx="${(3 + Math.min(100, Math.max(0, percentile)) * 0.58).toFixed(1)}" cy="5" r="3.6"></circle></svg>`
