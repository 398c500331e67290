const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

interface ListedReport {
  filename: string
  date: string
  time: string
}

/** Plain links and no script or style, so that the strictest policy can stay on. */
export function reportListPage(
  reports: readonly ListedReport[],
  options: { dataMode: string; reason: string | null },
): string {
  const items = reports.map(({ filename, date, time }) => {
    const name = escapeHtml(filename)
    return `<li><a href="/reports/${encodeURIComponent(filename)}">${name}</a> ${escapeHtml(`${date} ${time}`)} ET</li>`
  })
  const body =
    items.length > 0
      ? `<ul>\n${items.join('\n')}\n</ul>`
      : `<p>No report is available: ${escapeHtml(options.reason ?? '')}.</p>`
  const mode = options.dataMode === 'simulated' ? '\n<p>Simulated data.</p>' : ''
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Reports</title></head>
<body>
<h1>Reports</h1>${mode}
${body}
</body>
</html>
`
}
