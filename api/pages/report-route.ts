import { html } from 'ghtml'
import MarkdownIt from 'markdown-it'
import { z } from 'zod'
import { dayWords, weekdayWords } from '../../shared/time/eastern-words.ts'
import { addDays, isoWeek, type TradingDay } from '../../shared/time/trading-day.ts'
import type { Answer } from './answers.ts'
import { card, emptyState, stack } from './card.ts'
import { definePage } from './define-page.ts'
import { type Known, reading } from './page-documents.ts'
import { clockOf } from './words.ts'

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
  const link = id ? html` <a class="permalink" href="#${id}" aria-label="Address of ${words}">#</a>` : ''
  return link + self.renderToken(tokens, at, options)
}

/** A table that is wider than the screen scrolls by itself, also by keyboard. */
markdown.renderer.rules.table_open = (tokens, at) =>
  html`<div class="scroll" tabindex="0" role="group" aria-label="Table: ${tokens[at]?.meta?.section ?? 'report'}"><table>`
markdown.renderer.rules.table_close = () => '</table></div>\n'

interface Section {
  id: string
  words: string
}

/** The report as markup; each heading of a section has an address of its own. */
function reportMarkup(content: string): { markup: string; sections: Section[] } {
  const tokens = markdown.parse(content, {})
  // The content of a page has this id itself.
  const taken = new Map([['main', 1]])
  const sections: Section[] = []
  let section = 'report'
  for (const [at, token] of tokens.entries()) {
    // Each table is named after its section; otherwise all tables of a report would have the same name.
    if (token.type === 'table_open') token.meta = { section }
    if (token.type !== 'heading_open' || token.tag === 'h1') continue
    const words = tokens[at + 1]?.content ?? ''
    section = words
    const name = slug(words) || 'section'
    const before = taken.get(name) ?? 0
    taken.set(name, before + 1)
    const id = before === 0 ? name : `${name}-${before + 1}`
    token.attrSet('id', id)
    if (token.tag === 'h2') sections.push({ id, words })
  }
  return { markup: markdown.renderer.render(tokens, markdown.options, {}), sections }
}

const contents = (sections: readonly Section[]): string =>
  sections.length === 0
    ? emptyState('It has no sections.')
    : html`<ul class="plain contents">!${sections.map(({ id, words }) => html`<li><a href="#${id}">${words}</a></li>`)}</ul>`

/** The page of the report of this Eastern time. */
export const addressOf = (timestamp: string): string =>
  `/read/${timestamp.slice(0, 10)}/${timestamp.slice(11).replaceAll(':', '')}`

/** A report that replaced another was written in the same minute as its neighbours, so its seconds tell it apart. */
export const reportClock = (timestamp: string): string =>
  timestamp.slice(11).endsWith(':00') ? clockOf(timestamp) : timestamp.slice(11)

const timesOf = (...weeks: readonly Known<Week>[]): string[] =>
  weeks
    .flatMap(({ value }) => (value?.days ?? []).flatMap(({ reports }) => reports.map(({ timestamp }) => timestamp)))
    .toSorted()

const dayOf = (timestamp: string): string => timestamp.slice(0, 10)

/** The reports of the week by day, the one that is read marked. */
function weekMarkup(week: Known<Week>, current: string): string {
  const times = timesOf(week)
  const rows = [...new Set(times.map(dayOf))].map((day) => {
    const links = times
      .filter((timestamp) => dayOf(timestamp) === day)
      .map((timestamp) =>
        timestamp === current
          ? html`<b aria-current="page">${reportClock(timestamp)}</b>`
          : html`<a href="${addressOf(timestamp)}">${reportClock(timestamp)}</a>`,
      )
    return html`<div><dt>${weekdayWords(day)}</dt><dd class="days">!${links}</dd></div>`
  })
  return html`<dl class="weeks">!${rows}</dl>`
}

/** Steps from a report to its neighbours by report, by day and by week, as far as there are any. */
function steps(times: readonly string[], current: string | null): string {
  const links = current === null ? [] : neighbours(times, current)
  return html`<nav class="days" aria-label="Other reports">!${links}<a href="/reports">All reports</a></nav>`
}

function neighbours(times: readonly string[], current: string): string[] {
  const before = times.filter((timestamp) => timestamp < current)
  const after = times.filter((timestamp) => timestamp > current)
  const day = dayOf(current)
  const week = isoWeek(day as TradingDay)
  const inOtherWeek = (timestamp: string): boolean => isoWeek(dayOf(timestamp) as TradingDay) !== week
  const found = [
    ['Week before', before.findLast(inOtherWeek)],
    ['Day before', before.findLast((timestamp) => dayOf(timestamp) !== day)],
    ['Report before', before.at(-1)],
    ['Report after', after[0]],
    ['Day after', after.find((timestamp) => dayOf(timestamp) !== day)],
    ['Week after', after.find(inOtherWeek)],
  ] as const
  return found.flatMap(([words, timestamp]) =>
    timestamp === undefined ? [] : [html`<a href="${addressOf(timestamp)}">${words}</a>`],
  )
}

const weekOf = (day: TradingDay) =>
  reading<Week>('/api/v1/reports/week/:week_id', { params: { week_id: isoWeek(day) } })

const DAYS_OF_WEEK = 7

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
    week: weekOf(date as TradingDay),
    weekBefore: weekOf(addDays(date as TradingDay, -DAYS_OF_WEEK)),
    weekAfter: weekOf(addDays(date as TradingDay, DAYS_OF_WEEK)),
  }),
  render({ report, week, weekBefore, weekAfter }, { params: { date, time } }) {
    const title = `Report of ${dayWords(date)}, ${time.slice(0, 2)}:${time.slice(2, 4)} ET`
    const timestamp = report.value?.timestamp ?? ''
    const content = report.value?.content
    const { markup, sections } = content ? reportMarkup(content) : { markup: '', sections: [] }
    const source = `/reports/${report.value?.filename ?? ''}`
    return {
      title,
      description: 'The state of the US market in words: regime, score, what changed, levels and records.',
      main: html`<article class="report c8">!${steps(timesOf(weekBefore, week, weekAfter), report.value?.timestamp ?? null)}
!${content ? markup : emptyState(report.value?.reason ?? report.reason ?? 'The report cannot be read now.')}
<p class="source"><a href="${source}">as Markdown</a></p></article>
!${stack(4, [
        card({ title: 'In this report', width: 4, source, document: report, body: () => contents(sections) }),
        card({
          title: 'Reports of this week',
          width: 4,
          source: '/api/v1/reports',
          document: week,
          aside: () => 'Eastern time',
          body: (value) => weekMarkup({ ...week, value }, timestamp),
        }),
      ])}`,
    }
  },
})
