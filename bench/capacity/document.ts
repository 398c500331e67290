import { shown } from '../table.ts'
import { type Cost, type Measured, PARTS, type Part, slopeOf } from './cost.ts'
import { byShare, FACTORS, LOADS, RESOURCES, type Share, usage } from './forecast.ts'

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

const NONE = '–'
const times = (value: number | null | undefined, by: number, unit: string): string =>
  value === null || value === undefined ? NONE : `${shown(value * by)} ${unit}`.trim()

const UNSEEN = 'not seen'
const processorOf = (processor: Partial<Record<Part, number | null>>, by: number, unit: string): string =>
  PARTS.flatMap((part) => {
    const used = processor[part]
    return used === null || used === undefined ? [] : [`${part} ${used === 0 ? UNSEEN : times(used, by, unit)}`]
  }).join(', ') || NONE

const measuredRow = ({ id, per }: Measured, { size, processor, memoryMb, connections, bytes }: Cost): string[] => [
  id,
  shown(size),
  processorOf(processor, 1, per === 'second' ? 'cores' : 's'),
  times(memoryMb, 1, 'MB'),
  times(connections, 1, ''),
  times(bytes, 1 / 1_024, 'kB'),
]

function slopeRow(unit: Measured): string[] {
  const { processor, memoryMb, connections, bytes } = slopeOf(unit)
  return [
    `${unit.id}: ${unit.one}`,
    processorOf(processor, 1_000, unit.per === 'second' ? 'ms a second' : 'ms'),
    times(memoryMb, 1_024, 'kB'),
    times(connections, 1, ''),
    bytes === null ? NONE : `${times(bytes, 1, 'B')} ${unit.bytesAre}`.trim(),
  ]
}

const CORE_OF: Record<Part, string> = {
  replica: 'one core of a replica',
  workers: 'one core of workers',
  postgres: 'one core of the database',
  broker: 'one core of the broker',
}

/** How many of each unit one core carries, where the unit costs enough to be seen. */
function carried(measured: readonly Measured[]): string[][] {
  return measured.flatMap((unit) => {
    const { processor } = slopeOf(unit)
    return PARTS.flatMap((part) => {
      const used = processor[part]
      if (!used) return []
      return [[CORE_OF[part], unit.id, `${shown(1 / used)}${unit.per === 'unit' ? ' a second' : ''}`]]
    })
  })
}

/** Capacity should be added before a resource is used up. */
const SHORT_PERCENT = 70

const forecastRow = (measured: readonly Measured[], factor: number): string[] => {
  const used = usage(measured, factor)
  const shares = byShare(used)
  const how = factor <= 10 ? 'from sizes measured' : 'computed'
  const short = shares.filter(({ percent }) => percent >= SHORT_PERCENT)
  const inWords = ({ words, percent }: Share) => `${words} (${Math.round(percent)} %)`
  const figures = RESOURCES.map(({ id, unit }) => times(used.get(id) ?? null, 1, unit))
  const add = short.map((each) => `${inWords(each)}: ${each.remedy}`).join('; ') || 'nothing'
  return [`${factor} times`, how, ...figures, inWords(shares[0]!), add]
}

/** docs/capacity.md, from what was measured. */
export function capacityDocument(
  measured: readonly Measured[],
  { machine, day, failed }: { machine: readonly string[]; day: string; failed: readonly string[] },
): string {
  const resources = RESOURCES.map(({ words, limit, unit, remedy }) => [words, `${limit} ${unit}`.trim(), remedy])
  return [
    '# Capacity',
    'Printed by `npm run -s bench -- capacity`, which takes about ten minutes and is in no other run of the bench. Processor is counted by the kernel for each process, so another program on the machine changes the figures little.',
    [
      `Measured on ${day}:`,
      ...machine.map((line) => `- ${line}`),
      ...failed.map((line) => `- not measured: ${line}`),
    ].join('\n'),
    '## What one more costs\n\nThe slope between two sizes ten apart; “not seen” is below what the kernel counts.',
    tableOf(['one more', 'processor', 'memory', 'database connections', 'bytes'], measured.map(slopeRow)),
    '## The two sizes\n\nEach is measured. A size is what was reached: reads answered a second, streams open, trades confirmed, messages, fetches, tickers, processes, sessions.',
    tableOf(
      ['unit', 'size', 'processor', 'memory', 'database connections', 'bytes'],
      measured.flatMap((unit) => [measuredRow(unit, unit.small), measuredRow(unit, unit.large)]),
    ),
    '## What one core carries\n\nComputed from the slopes. A core that does other things too carries less, and a queue that should stay short wants a third of it free.',
    tableOf(['core', 'unit', 'as many'], carried(measured)),
    `## Which limit comes first\n\nOnce means ${LOADS.map(({ words }) => words).join('; ')}. All but the sessions grow. Each figure is the load times the slope; at 10 times consumers, streams, tickers and workers have a size that was measured, beyond that nothing was.`,
    tableOf(
      ['load', 'how', ...RESOURCES.map(({ words }) => words), 'first limit', 'add then'],
      FACTORS.map((factor) => forecastRow(measured, factor)),
    ),
    'The limits are these; a larger machine has others.',
    tableOf(['resource', 'limit', 'what to add'], resources),
  ].join('\n\n')
}
