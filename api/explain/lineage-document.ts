import { z } from 'zod'

const instant = z.iso.datetime({ offset: true })

const LINEAGE_KINDS = [
  'figure',
  'event',
  'cycle',
  'rule',
  'component',
  'alert',
  'verdict',
  'observation',
  'source_run',
] as const

export const LineageNode = z
  .object({
    id: z.string().describe('name of the node within this answer'),
    kind: z.enum(LINEAGE_KINDS).describe('what it is: from the served figure down to the run of a source'),
    label: z.string().describe('one sentence'),
    value: z.json().describe('its value; null without one'),
    known_at: instant.nullable().describe('when the service knew it, Eastern offset; null for rules'),
    age_seconds: z.int().nullable().describe('seconds from known_at to now; null for rules'),
    rules_version: z.string().nullable().describe('version of the rules that made it; null where none did'),
    details: z.record(z.string(), z.json()).describe('facts that belong to its kind'),
    from: z.array(z.string()).describe('ids of the nodes that it was made from'),
  })
  .meta({ id: 'LineageNode', description: 'One step from a served figure to the run of a source' })
export type LineageNode = z.infer<typeof LineageNode>

export const Lineage = z
  .object({
    path: z.string().nullable().describe('the figure that is explained; null for an event'),
    event: z.int().nullable().describe('the event that is explained; null for a figure'),
    at: instant.nullable().describe('service time that ages are counted to, Eastern offset'),
    nodes: z.array(LineageNode).describe('the figure or the event first; every id in `from` is the id of a later node'),
    reason: z.string().nullable().describe('why there is nothing to explain; null while there is'),
  })
  .meta({ id: 'Lineage', description: 'Where a served figure comes from, step by step' })
export type Lineage = z.infer<typeof Lineage>
