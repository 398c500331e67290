import { html } from 'ghtml'

interface Share {
  rate: number | null
  low: number | null
  high: number | null
}

const percent = (share: number): string => (100 * Math.min(1, Math.max(0, share))).toFixed(1)

/** A share of one as a bar, its interval as a thin line; the text next to it states the same numbers. */
export const shareBar = ({ rate, low, high }: Share): string =>
  html`<svg class="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="10"></rect><rect class="fill" width="${percent(rate ?? 0)}" height="10"></rect>!${
    low === null || high === null
      ? ''
      : html`<rect class="bounds" x="${percent(low)}" y="4" width="${percent(high - low)}" height="2"></rect>`
  }</svg>`
