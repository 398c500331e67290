import { z } from 'zod'
import { Report } from '../../shared/domain/contract/report.ts'

/** A single report, or the same fields as null if there is none. */
export const ReportAnswer = z
  .object({
    filename: Report.shape.filename.nullable(),
    date: Report.shape.date.nullable(),
    time: Report.shape.time.nullable(),
    timestamp: Report.shape.timestamp.nullable(),
    week: Report.shape.week.nullable(),
    content: Report.shape.content.nullable(),
    replaces: Report.shape.replaces,
    reason: z.string().optional().describe('why there is no report; absent otherwise'),
  })
  .meta({ id: 'Report', description: 'A report; its times are Eastern wall time' })
export type ReportAnswer = z.infer<typeof ReportAnswer>

export const DayGroup = z
  .object({
    date: z.iso.date().describe('the Eastern day'),
    week: Report.shape.week,
    reports: z
      .array(Report.pick({ filename: true, time: true, timestamp: true, week: true, replaces: true }))
      .describe('its reports, newest first'),
  })
  .meta({ id: 'DayGroup', description: 'The reports of a day, newest first' })
export type DayGroup = z.infer<typeof DayGroup>

export const NO_REPORT = 'no report has been written yet'

export const emptyReport = (reason: string): ReportAnswer => ({
  filename: null,
  date: null,
  time: null,
  timestamp: null,
  week: null,
  content: null,
  reason,
})

/** A report and the span that wrote it. */
export interface LoadedReport {
  report: ReportAnswer
  traceparent: string | null
}

/** The text served in place of a missing report. */
export const emptyReportText = (reason: string): string => `No report is available: ${reason}.\n`

export function reportAnswer(
  report: Omit<Report, 'timestamp' | 'replaces'> & { replaces?: string | null | undefined },
): ReportAnswer {
  const { filename, date, time, week, content, replaces } = report
  return { filename, date, time, timestamp: `${date}T${time}`, week, content, ...(replaces && { replaces }) }
}

interface ListedReport {
  filename: string
  date: string
  time: string
  week: string
  replaces?: string | null
}

/** Groups rows that are sorted newest first. */
export function groupByDay(reports: readonly ListedReport[]): DayGroup[] {
  return [...Map.groupBy(reports, (report) => report.date)].map(([date, ofDay]) => ({
    date,
    week: ofDay[0]!.week,
    reports: ofDay.map(({ filename, time, week, replaces }) => ({
      filename,
      time,
      timestamp: `${date}T${time}`,
      week,
      ...(replaces && { replaces }),
    })),
  }))
}
