import { html } from 'ghtml'

const SYMBOLS = ['SPY', 'QQQ', 'IWM'] as const

/** A line of prices that a script fills and keeps fresh; without one it is not shown. */
export const livePrices = (): string =>
  html`<p class="prices" hidden>!${SYMBOLS.map((symbol) => html`<span>${symbol} <span class="price" data-quote="${symbol}"></span></span> `)}<span class="small mute" data-quoted></span></p>`
