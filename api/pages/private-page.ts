import { html } from 'ghtml'
import { cardHead } from './card.ts'

interface TokenEntry {
  label: string
  /** These words tell the reader where the token comes from. */
  words: string
  command: string
}

/** The place where a token is typed; its field has no name, so no form could send it. */
export const tokenEntry = ({
  label,
  words,
  command,
}: TokenEntry): string => html`<noscript><section><p>This page needs JavaScript, because a token must never be part of an address. The same figures are routes under <a href="/docs">API</a>.</p></section></noscript>
<section id="enter">
<h2>Enter</h2>
<form id="token-form" autocomplete="off">
<label>${label} <input type="password" autocomplete="off" spellcheck="false" required></label>
<button class="primary" type="submit">Open</button>
</form>
<p class="small mute">The token is kept only in this tab, until you close it. ${words}</p>
<pre><code>${command}</code></pre>
</section>
<p id="message" role="status" class="note"></p>`

/** A card that a script fills. */
export const place = (id: string, title: string, width: 4 | 5 | 8 | 12, source: string): string =>
  html`<section class="c${String(width)}" aria-label="${title}">!${cardHead(title, html`<span class="mute small">${source}</span>`)}<div id="${id}"><p class="empty">Loading…</p></div></section>`
