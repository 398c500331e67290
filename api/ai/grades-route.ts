import { z } from 'zod'
import { type AiGrades, KindGrades } from '../../shared/domain/contract/ai-grades.ts'
import { readGrades } from '../../shared/postgres/ai/grades.ts'
import { JSON_TYPE } from '../cache/document-route.ts'
import type { ApiContext } from '../http/context.ts'
import { handlerRoute } from '../http/route.ts'
import { readExample } from '../openapi/read-example.ts'

const NOT_YET = 'The grading stage has not run yet.'
const NOTHING: KindGrades = { as_of: null, rules_version: null, live: [], backfill: [], twin: null, reason: NOT_YET }

const EXAMPLE = readExample<KindGrades>(import.meta.url, './grades-example.json')
const WITHOUT_TWIN = { ...EXAMPLE, twin: null }

const Directions = z
  .object({
    '1d': KindGrades.describe('closes one session after the start'),
    '3d': KindGrades.describe('three sessions after it'),
    '5d': KindGrades.describe('five sessions after it'),
  })
  .meta({ id: 'DirectionGrades', description: 'Grades of directions by horizon, for operators' })

const path = (name: string) => `/api/v1/internal/ai2/grades/${name}`
const internal = { class: 'internal', tag: 'ai', method: 'GET' } as const

const DESCRIPTION =
  'Every era of both variants on its own: score and skill against the rival with their interval, how reliable stated ' +
  'chances were, claims that are pending, and claims without a price bar to judge them by. Eras are never pooled, ' +
  'and slots of simulated months are shown separately. The public ai2/history serves only a summary in words.'

const read = async <T>({ reader }: ApiContext, of: (grades: AiGrades) => T, none: T): Promise<T> => {
  const grades = await reader.read((sql) => readGrades(sql))
  return grades ? of(grades) : none
}

const kindRoute = (name: string, kind: 'risk_band' | 'magnitude' | 'trade_idea', rival: string) =>
  handlerRoute({
    ...internal,
    path: path(name),
    summary: `Grades of ${kind.replace('_', ' ')} claims`,
    description: `${DESCRIPTION} The rival, the forecast to beat, is ${rival}.`,
    response: {
      status: 200,
      description: 'The grades, or the reason why there are none',
      contentType: JSON_TYPE,
      schema: KindGrades,
      example: kind === 'trade_idea' ? WITHOUT_TWIN : EXAMPLE,
    },
    handle: (context) => read(context, (grades) => grades[kind], NOTHING),
  })

export const gradesRoutes = [
  kindRoute('risk', 'risk_band', 'the rate of falls over all outcomes that were known at the start'),
  kindRoute('magnitude', 'magnitude', 'a probability of one third for each size'),
  kindRoute('trade-idea', 'trade_idea', 'a coin toss'),
  handlerRoute({
    ...internal,
    path: path('direction'),
    summary: 'Grades of directions by horizon',
    description: `${DESCRIPTION} The rival, the forecast to beat, gives each label its share of all outcomes that were known at the start.`,
    response: {
      status: 200,
      description: 'The grades by horizon, or the reason why there are none',
      contentType: JSON_TYPE,
      schema: Directions,
      example: { '1d': WITHOUT_TWIN, '3d': WITHOUT_TWIN, '5d': WITHOUT_TWIN },
    },
    handle: (context) => read(context, ({ direction }) => direction, { '1d': NOTHING, '3d': NOTHING, '5d': NOTHING }),
  }),
]
