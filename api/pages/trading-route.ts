import { html } from 'ghtml'
import { definePage } from './define-page.ts'
import { place, tokenEntry } from './private-page.ts'

export const tradingPage = definePage({
  path: '/trading',
  summary: 'A paper-trading account, for the holder of its token',
  description:
    'Equity beside SPY, positions with greeks, ledger, trades with their warnings, the scorecard, and an order ' +
    'by hand. The token stays in the tab. Needs JavaScript.',
  reads: () => ({}),
  render: () => ({
    title: 'Trading',
    description: 'A paper-trading account, for the holder of its token.',
    scripts: ['trading.js'],
    drawsItself: true,
    styles: ['uplot.css'],
    main: html`<h1>Trading <span id="name" class="mute"></span></h1>
!${tokenEntry({
      label: 'Token of the account',
      words: 'An operator makes an account and prints its token with this command:',
      command: 'npm run -s ops -- account add "my agent"',
    })}
<div id="account" class="parts" hidden>
!${place('figures', 'The account', 12, '/api/v1/trading/account')}
!${place('equity', 'Equity beside SPY', 8, '/api/v1/trading/equity-curve')}
<section class="c4" aria-label="Place a paper trade">
<h2>Place a paper trade</h2>
<form id="order">
<label>Symbol or contract <input name="instrument" required maxlength="21" autocomplete="off" spellcheck="false" aria-describedby="instrument-help"></label>
<label>Side <select name="side"><option value="buy">buy</option><option value="sell">sell</option></select></label>
<label>Quantity <input name="quantity" type="number" min="1" max="1000000" step="1" value="1" required></label>
<button class="primary" type="submit">Ask for a quote</button>
</form>
<p id="instrument-help" class="small mute">A symbol such as SPY, or a contract such as SPY261218C00700000.</p>
<div id="quote" aria-live="polite"><p class="small mute">A quote is valid for 60 seconds and reserves nothing; only your confirmation trades.</p></div>
</section>
!${place('scorecard', 'Scorecard', 12, '/api/v1/trading/scorecard')}
!${place('stocks', 'Shares', 12, '/api/v1/trading/positions')}
!${place('options', 'Options', 12, '/api/v1/trading/positions/options')}
!${place('trades', 'Trades', 12, '/api/v1/trading/history')}
!${place('ledger', 'Ledger', 12, '/api/v1/trading/ledger')}
<p><button id="leave" type="button">Forget the token</button></p>
</div>`,
  }),
})
