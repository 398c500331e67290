import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { REPOSITORY } from '../../harness/product.ts'

const Alerts = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z]\w+$/),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({
            runbook_url: z.string().regex(/^operations\.md#[a-z]+$/),
            summary: z.string(),
            action: z.string(),
          }),
        }),
      ),
    }),
  ),
})
const Dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.number().int().min(36),
  templating: z.object({ list: z.array(z.object({ name: z.literal('datasource'), type: z.literal('datasource') })) }),
  panels: z.array(
    z.object({
      id: z.number().int(),
      title: z.string(),
      type: z.enum(['timeseries', 'stat']),
      datasource: z.object({ uid: z.literal(`\${datasource}`) }),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string() })).min(1),
    }),
  ),
})

export const documentText = (file: string) => readFileSync(join(REPOSITORY, 'docs', file), 'utf8')
/** The alert rules of Prometheus that the documents offer. */
export const rules = Alerts.parse(parse(documentText('prometheus-alerts.yaml'))).groups.flatMap((group) => group.rules)
/** The dashboard of Grafana that the documents offer. */
export const dashboard = Dashboard.parse(JSON.parse(documentText('grafana-dashboard.json')))
export const panels = dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })))
