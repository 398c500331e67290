import { html } from 'ghtml'

const SYMBOLS = ['SPY', 'QQQ', 'IWM'] as const

/** A line of prices, each with its change since the previous close; a script fills it and keeps it fresh. */
export const livePrices = (): string =>
  html`<p class="prices waiting">!${SYMBOLS.map((symbol) => html`<span>${symbol} <span class="price" data-quote="${symbol}"></span> <span class="small change" data-change="${symbol}"></span></span> `)}<span class="small mute" data-quoted></span></p>`
