import { html } from 'ghtml'
import type { Answer } from './answers.ts'
import { sentence } from './card.ts'
import { type KnownDocuments, type PageContent, REFRESH_SECONDS, reading } from './page-documents.ts'
import { ageWords, momentWords } from './words.ts'

/** The header of every page shows the time, the session, and what is wrong with the service. */
export const chromeReads = {
  market: reading<Answer<'getMarketStatus'>>('/api/v1/trading/market/status'),
  status: reading<Answer<'getStatus'>>('/api/v1/status'),
}

export type Chrome = KnownDocuments<typeof chromeReads> & {
  path: string
  dataMode: 'live' | 'simulated'
  publicUrl: string | null
}

const LINKS = [
  ['/', 'Today'],
  ['/tape', 'Tape'],
  ['/gamma', 'Gamma'],
  ['/flow', 'Flow'],
  ['/verdicts', 'Verdicts'],
  ['/screener', 'Screener'],
  ['/reports', 'Reports'],
  ['/trading', 'Trading'],
  ['/ops', 'Ops'],
  ['/docs', 'API'],
] as const

/** Pages on which the holder of the admin token moves the clock. */
const CLOCK_PAGES: readonly string[] = ['/', '/ops']

const navigation = (path: string): string =>
  LINKS.map(([href, words]) =>
    href === path ? html`<a href="${href}" aria-current="page">${words}</a>` : html`<a href="${href}">${words}</a>`,
  ).join('')

function sessionWords({ market }: Chrome): string {
  const value = market.value
  if (value?.current_time == null) return html`<span class="mute">The time of the service is not known.</span>`
  const until = value.next_change === null ? '' : html`, until !${momentWords(value.next_change, value.current_time)}`
  return html`<span>!${momentWords(value.current_time)}</span><span class="mute">market ${value.state ?? 'unknown'}!${until}</span>`
}

/** The header shows how the clock moves when it is not real time. */
function clockWords({ status }: Chrome): string {
  const clock = status.value?.clock
  if (!clock) return ''
  const words = {
    run: `CLOCK AT ${clock.speed}×`,
    paused: 'CLOCK PAUSED',
    moving: 'CLOCK MOVING',
    'lock-step': 'CLOCK IN LOCK-STEP',
  }[clock.state]
  const until = clock.target === null ? '' : html`, to !${momentWords(clock.target)}`
  return html`<span class="sim">${words}!${until}</span>`
}

/** The mark of invented data, with the scenario of the invented market. */
function simulatedWords({ status: { value } }: Chrome): string {
  const scenario = value?.scenario ?? 'none'
  return html`<span class="sim">SIMULATED${scenario === 'none' ? '' : `: ${scenario}`}</span>`
}

function serviceWords({ status }: Chrome): string {
  const { value, reason } = status
  if (value === null || reason !== null)
    return html`<p class="banner bad" role="status">${sentence(reason ?? 'the state of the service is not known')}</p>`
  const loading = value.loading
  const words = [
    ...(loading
      ? [
          `History is being loaded: ${loading.step}, ${loading.percent} %` +
            (loading.eta_seconds === null ? '.' : `, about ${ageWords(loading.eta_seconds)} left.`),
        ]
      : []),
    ...value.issues.map(sentence),
  ]
  return words.length === 0 ? '' : html`<p class="banner warn" role="status">${words.join(' ')}</p>`
}

export function layout(page: PageContent, chrome: Chrome): string {
  const refresh = page.refreshesWithoutScript
    ? html`<noscript><meta http-equiv="refresh" content="${String(REFRESH_SECONDS)}"></noscript>`
    : ''
  const controls = chrome.dataMode === 'simulated' && CLOCK_PAGES.includes(chrome.path)
  const scripts = ['page.js', ...(page.scripts ?? []), ...(controls ? ['clock.js'] : [])].map(
    (file) => html`<script type="module" src="/assets/${file}"></script>`,
  )
  const styles = (page.styles ?? []).map((file) => html`<link rel="stylesheet" href="/assets/${file}">`)
  const address = chrome.publicUrl
  const preview =
    address === null ? '' : html`<meta property="og:image" content="${new URL('/assets/preview.png', address).href}">`
  return html`<!doctype html>
<html lang="en" data-refresh="${String(REFRESH_SECONDS)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
<meta name="description" content="${page.description}">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
!${preview}
!${refresh}
<link rel="stylesheet" href="/assets/pages.css">
!${styles}
<link rel="icon" href="/assets/icon.svg" type="image/svg+xml">
!${scripts}
</head>
<body>
<a class="skip" href="#main">To the content</a>
<header>
<a class="home" href="/">Market state</a>
!${chrome.dataMode === 'simulated' ? simulatedWords(chrome) : ''}
!${clockWords(chrome)}
!${sessionWords(chrome)}
<nav aria-label="Pages">!${navigation(chrome.path)}</nav>
</header>
!${page.isQuiet ? '' : serviceWords(chrome)}
<main id="main"!${page.drawsItself ? ' data-own' : ''}>
!${page.main}
!${controls ? '<section id="clock" class="c12" aria-label="Clock" data-own hidden></section>' : ''}
</main>
<footer><p>This describes states and records; it is neither a forecast nor advice. <a href="/llms.txt">For programs</a>, <a href="/refusals.md">refusals</a>, <a href="/api/v1/status">status</a>.</p></footer>
</body>
</html>
`
}
