const LINKS = [
  ['/api/v1/signals/latest', 'the market state of the newest cycle'],
  ['/report', 'the newest report as text'],
  ['/reports', 'all reports'],
  ['/api/v1/alerts/active', 'the alerts that stand now'],
  ['/api/v1/status', 'the state of the service'],
  ['/docs', 'the API, to browse'],
  ['/openapi.json', 'the API, for programs'],
] as const

/** Plain links and no script or style, as the list of reports, so that the strictest policy can stay on. */
export function landingPage(dataMode: 'live' | 'simulated'): string {
  const items = LINKS.map(([path, words]) => `<li><a href="${path}">${path}</a> ${words}</li>`)
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Market state</title></head>
<body>
<h1>Market state</h1>
<p>The state of the US market, why, and how sure: signals, score, regime and reports. Data: ${dataMode}.</p>
<ul>
${items.join('\n')}
</ul>
</body>
</html>
`
}
