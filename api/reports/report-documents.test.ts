import { expect, test } from 'vitest'
import { emptyReport, groupByDay, reportAnswer } from './report-documents.ts'

const listed = (date: string, time: string, replaces?: string | null) => ({
  filename: `report-${date}-${time}.md`,
  date,
  time,
  week: '2026-W47',
  ...(replaces === undefined ? {} : { replaces }),
})

test('reports are grouped by day in the order given, and a correction names what it replaces', () => {
  const days = groupByDay([
    listed('2026-11-20', '10:45:00', 'report-20261120-103000.md'),
    listed('2026-11-20', '10:30:00', null),
    listed('2026-11-19', '16:20:00'),
  ])
  expect(days.map(({ date, week, reports }) => [date, week, reports.length])).toEqual([
    ['2026-11-20', '2026-W47', 2],
    ['2026-11-19', '2026-W47', 1],
  ])
  expect(days[0]!.reports[0]).toEqual({
    filename: 'report-2026-11-20-10:45:00.md',
    time: '10:45:00',
    timestamp: '2026-11-20T10:45:00',
    week: '2026-W47',
    replaces: 'report-20261120-103000.md',
  })
  expect(days[0]!.reports[1]).not.toHaveProperty('replaces')
})

test('a report has its wall time as one text, and a missing one the same members as null', () => {
  const report = reportAnswer({ ...listed('2026-11-20', '10:45:00', null), content: 'text' } as never)
  expect(report).toMatchObject({ timestamp: '2026-11-20T10:45:00', content: 'text' })
  expect(report).not.toHaveProperty('replaces')
  const empty = emptyReport('none yet')
  expect(Object.keys(empty)).toEqual([...Object.keys(report), 'reason'])
  expect(Object.values(empty).filter((value) => value !== null)).toEqual(['none yet'])
})
