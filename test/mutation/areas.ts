/** Each folder or file belongs to the area of the longest path here that leads to it. */
const AREA_OF_PATH: Readonly<Record<string, string>> = {
  pipeline: 'maths',
  'pipeline/sources': 'sources',
  'shared/market': 'sources',
  'shared/time': 'time',
  'workers/clock': 'time',
  'workers/schedule': 'time',
  'shared/domain/trading': 'money',
  'shared/postgres/trading': 'money',
  'workers/settlement': 'money',
  'api/trading': 'money',
  'shared/broker': 'exactly-once',
  'shared/postgres/messaging': 'exactly-once',
  'shared/postgres/signals/cycles.ts': 'exactly-once',
  'workers/sequencer.ts': 'exactly-once',
  api: 'API',
  'api/stream': 'streams',
  'shared/market/alpaca-stream.ts': 'streams',
  'shared/market/quote-stream.ts': 'streams',
  'shared/market/stream-health.ts': 'streams',
  'shared/market/stream-subscriptions.ts': 'streams',
  'shared/market/streamed-quotes.ts': 'streams',
  'workers/quotes': 'streams',
}

/** Each area has a score of its own; the order is that of the pipeline, from inputs to what clients see. */
export const AREAS: readonly string[] = [...new Set(Object.values(AREA_OF_PATH))]

const OTHER = 'other'

export const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

export function areaOf(path: string): string {
  const longest = Object.keys(AREA_OF_PATH)
    .filter((folder) => isBelow(path, folder))
    .reduce((best, folder) => (folder.length > best.length ? folder : best), '')
  return AREA_OF_PATH[longest] ?? OTHER
}
