import { z } from 'zod'
import { components } from '../../pipeline/signals/index.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import { documentRoute } from '../cache/document-route.ts'
import { refuseComponent } from './refuse-component.ts'
import { newestRevisions, REVISIONS_MAX } from './revisions-view.ts'

const instant = (words: string) => z.iso.datetime({ offset: true }).describe(`${words}, Eastern offset`)

const Revisions = z
  .object({
    key: z.string().describe('the component'),
    series: z.array(z.string()).describe('the series that it may read'),
    revisions: z
      .array(
        z
          .object({
            series: z.string().describe('the series'),
            day: z.iso.date().describe('the day that the value is for'),
            revision: z.int().describe('revision number; 2 is the first correction'),
            value: z.number().describe('the value from then on'),
            before: z.number().describe('the value until then'),
            known_at: instant('when the correction was known'),
            known_before: instant('when the earlier value was known'),
            source: z.string().describe('the source that sent it'),
          })
          .meta({ id: 'SeriesRevision', description: 'A value that replaced an earlier one' }),
      )
      .describe(`newest first, at most ${REVISIONS_MAX}`),
    reason: z.string().nullable().describe('why there are none; null when there are'),
  })
  .meta({ id: 'SignalRevisions', description: 'Corrections of the values that a component reads' })

const EXAMPLE: z.input<typeof Revisions> = {
  key: 'hy_oas',
  series: ['hy_oas'],
  revisions: [
    {
      series: 'hy_oas',
      day: '2026-11-18',
      revision: 2,
      value: 3.12,
      before: 3.1,
      known_at: '2026-11-20T09:12:04-05:00',
      known_before: '2026-11-19T09:11:58-05:00',
      source: 'fred',
    },
  ],
  reason: null,
}

const componentOf = (key: string) => {
  const component = components.find((each) => each.key === key)
  if (!component) throw refuseComponent()
  return component
}

export const signalsRevisionsRoutes = [
  documentRoute({
    path: '/api/v1/signals/revisions/:key',
    class: 'public',
    tag: 'signals',
    summary: 'Corrections of the values behind a component',
    description:
      'Vendors correct what they published. A correction is a new revision of its day, so that every earlier instant ' +
      'can be computed as it was; scores of final days are not changed by it.',
    params: z.object({
      key: z.string().meta({ description: 'key of a component; any other is 404', example: 'hy_oas' }),
    }),
    errors: ['not_found'],
    response: Revisions,
    responseDescription: 'The corrections, or the reason why there are none',
    example: EXAMPLE,
    topics: ['signals', 'sources'],
    async load({ reader }, { params: { key } }) {
      const { series } = componentOf(key)
      const rows = await reader.read((sql) => newestRevisions(sql, series))
      const revisions = rows.map(({ knownAt, knownBefore, ...row }) => ({
        ...row,
        known_at: easternIso(knownAt),
        known_before: easternIso(knownBefore),
      }))
      const reason = revisions.length > 0 ? null : 'no value of these series has been corrected'
      return { value: { key, series: [...series], revisions, reason } }
    },
    empty: (reason, _context, { params: { key } }) => ({
      key,
      series: [...componentOf(key).series],
      revisions: [],
      reason,
    }),
  }),
]
