import { html } from 'ghtml'
import MarkdownIt from 'markdown-it'
import { z } from 'zod'
import { isoWeek, type TradingDay } from '../../shared/time/trading-day.ts'
import type { Answer } from './answers.ts'
import { card, emptyState } from './card.ts'
import { definePage } from './define-page.ts'
import { reading } from './page-documents.ts'
import { dayWords } from './words.ts'

type Week = Answer<'listReportsOfWeek'>
type Report = Answer<'getReport'>

/** Markup in a report stays text. */
const markdown = new MarkdownIt({ html: false, linkify: false })

const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** A section's heading ends with a link to itself, so that a reader can point at it. */
markdown.renderer.rules.heading_close = (tokens, at, options, _env, self) => {
  const id = tokens[at - 2]?.attrGet('id')
  const words = tokens[at - 1]?.content ?? ''
  const link = id ? html`<a class="permalink" href="#${id}" aria-label="Address of ${words}">#</a>` : ''
  return link + self.renderToken(tokens, at, options)
}

/** A table that is wider than the screen scrolls by itself, also by keyboard. */
markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n'
markdown.renderer.rules.table_close = () => '</table></div>\n'

/** The report as markup; each heading of a section has an address of its own. */
export function reportMarkup(content: string): string {
  const tokens = markdown.parse(content, {})
  const taken = new Map<string, number>()
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open' || token.tag === 'h1') continue
    const name = slug(tokens[at + 1]?.content ?? '') || 'section'
    const before = taken.get(name) ?? 0
    taken.set(name, before + 1)
    token.attrSet('id', before === 0 ? name : `${name}-${before + 1}`)
  }
  return markdown.renderer.render(tokens, markdown.options, {})
}

/** The page of the report of this Eastern time. */
export const addressOf = (timestamp: string): string =>
  `/read/${timestamp.slice(0, 10)}/${timestamp.slice(11).replaceAll(':', '')}`

const timesOf = (week: Week | null): string[] =>
  (week?.days ?? []).flatMap(({ reports }) => reports.map(({ timestamp }) => timestamp)).toSorted()

/** The reports of the same week, so that a reader walks by day and by report. */
function weekMarkup(week: Week, current: string): string {
  const links = timesOf(week).map((timestamp) => {
    const words = `${dayWords(timestamp)} ${timestamp.slice(11, 16)}`
    return timestamp === current
      ? html`<span aria-current="page"><b>${words}</b></span>`
      : html`<a href="${addressOf(timestamp)}">${words}</a>`
  })
  return html`<nav class="days" aria-label="Reports of the week">!${links}</nav>`
}

function neighbours(week: Week | null, current: string): string {
  const sorted = timesOf(week)
  const at = sorted.indexOf(current)
  const before = at > 0 ? sorted[at - 1] : undefined
  const after = at === -1 ? undefined : sorted[at + 1]
  return html`<p class="days">!${before ? html`<a rel="prev" href="${addressOf(before)}">Report before</a>` : ''}!${after ? html`<a rel="next" href="${addressOf(after)}">Report after</a>` : ''}<a href="/reports">All reports</a></p>`
}

export const reportPage = definePage({
  path: '/read/:date/:time',
  summary: 'A report as a page',
  description: 'The Markdown report of that day and time, with the reports of its week and addresses of its sections.',
  params: z.object({
    date: z.iso.date('must be a date, written YYYY-MM-DD').meta({ description: 'Eastern date', example: '2026-11-20' }),
    time: z
      .string()
      .regex(/^([01]\d|2[0-3])[0-5]\d[0-5]\d$/, 'must be a time, written HHMMSS')
      .meta({ description: 'Eastern time, HHMMSS', example: '162000' }),
  }),
  reads: ({ params: { date, time } }) => ({
    report: reading<Report>('/api/v1/reports/:filename', {
      params: { filename: `report-${date.replaceAll('-', '')}-${time}.md` },
    }),
    week: reading<Week>('/api/v1/reports/week/:week_id', { params: { week_id: isoWeek(date as TradingDay) } }),
  }),
  render({ report, week }, { params: { date, time } }) {
    const title = `Report of ${dayWords(date)}, ${time.slice(0, 2)}:${time.slice(2, 4)} ET`
    const timestamp = report.value?.timestamp ?? ''
    const content = report.value?.content
    const raw = `/reports/${report.value?.filename ?? ''}`
    return {
      title,
      description: 'The state of the US market in words: regime, score, what changed, levels and records.',
      main: html`<article class="report">!${neighbours(week.value, timestamp)}
!${content ? reportMarkup(content) : emptyState(report.value?.reason ?? report.reason ?? 'The report cannot be read now.')}
<p class="source"><a href="${raw}">as Markdown</a></p></article>
!${card({ title: 'Reports of this week', width: 12, source: '/api/v1/reports', document: week, body: (value) => weekMarkup(value, timestamp) })}`,
    }
  },
})
