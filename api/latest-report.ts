import { Report } from '../shared/domain/report.ts'
import { readModel } from '../shared/postgres/read-models.ts'
import { latestReport } from '../shared/postgres/reports.ts'
import type { ApiContext } from './context.ts'
import { type ReportAnswer, reportAnswer } from './report-documents.ts'

/** The report stage's read model; the table where a back-fill has written reports but no newest one. */
export async function loadLatestReport({ reader }: ApiContext): Promise<ReportAnswer | null> {
  return await reader.read(async (sql) => {
    const model = await readModel(sql, 'reports/latest')
    if (model) return reportAnswer(Report.parse(JSON.parse(model.body)))
    const row = await latestReport(sql)
    return row && reportAnswer(row)
  })
}
