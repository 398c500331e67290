import { Report } from '../../shared/domain/contract/report.ts'
import { readModel } from '../../shared/postgres/signals/read-models.ts'
import { latestReport } from '../../shared/postgres/signals/reports.ts'
import type { ApiContext } from '../http/context.ts'
import { type LoadedReport, reportAnswer } from './report-documents.ts'

/** Reads the report stage's read model, or the table if a back-fill has written reports but no read model. */
export async function loadLatestReport({ reader }: ApiContext): Promise<LoadedReport | null> {
  return await reader.read(async (sql) => {
    const model = await readModel(sql, 'reports/latest')
    if (model) return { report: reportAnswer(Report.parse(JSON.parse(model.body))), traceparent: model.traceparent }
    const row = await latestReport(sql)
    return row && { report: reportAnswer(row), traceparent: row.traceparent }
  })
}
