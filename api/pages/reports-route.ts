import { html } from 'ghtml'
import { counted } from '../../shared/domain/number-words.ts'
import { dayWords } from '../../shared/time/eastern-words.ts'
import type { Answer } from './answers.ts'
import { caption, card, emptyState, sentence } from './card.ts'
import { definePage } from './define-page.ts'
import { reading } from './page-documents.ts'
import { addressOf, reportClock } from './report-route.ts'

type Reports = Answer<'listReports'>
type Day = Reports['days'][number]

/** The most days that the route lists at once. */
const DAYS = '90'

/** The day and minute of a report that its file is named by. */
const fileWords = (filename: string): string =>
  filename.replace(
    /^report-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)\d\d\.md$/,
    (_name, year: string, month: string, day: string, hour: string, minute: string) =>
      `that of ${dayWords(`${year}-${month}-${day}`)}, ${hour}:${minute}`,
  )

const dayMarkup = ({ date, week, reports }: Day): string =>
  html`<tr><th scope="row" class="nowrap">${dayWords(date)}<br><span class="small mute">${week}</span></th><td><ul class="times">!${reports.map(
    ({ filename, timestamp, replaces }) =>
      html`<li><a href="${addressOf(timestamp)}">${reportClock(timestamp)} ET</a> <a class="small mute" href="/reports/${filename}" aria-label="${filename}" title="${filename}">md</a>!${replaces ? html`<br><span class="small mute">replaces ${fileWords(replaces)}</span>` : ''}</li>`,
  )}</ul></td></tr>`

export const reportsPage = definePage({
  path: '/reports',
  summary: 'All reports, by day',
  description: 'Links to the reports of the newest 90 days as pages and as Markdown files, newest first.',
  reads: () => ({ reports: reading<Reports>('/api/v1/reports', { query: { limit: DAYS }, restsOn: 'cycles' }) }),
  render: ({ reports }) => ({
    title: 'Reports',
    description: 'All reports on the state of the US market, newest first.',
    main: html`<h1>Reports</h1>
!${card({
      title: 'By day',
      width: 12,
      source: '/api/v1/reports',
      document: reports,
      aside: ({ total_days: days }) => html`${days === null ? '' : counted(days, 'day')}`,
      body: ({ days, reason }) =>
        days.length === 0
          ? emptyState(sentence(reason ?? 'no report has been written yet'))
          : html`<table>!${caption('Reports by day')}<thead class="hidden"><tr><th>Day and week</th><th>Reports, Eastern time</th></tr></thead><tbody>!${days.map(dayMarkup)}</tbody></table>`,
    })}`,
  }),
})
