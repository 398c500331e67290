import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import { HISTORY_HEADER, historyLine } from '../../pipeline/history/history-columns.ts'
import { knownHistory } from '../../pipeline/history/known-history.ts'
import { parseHistory } from '../../pipeline/history/parse-history.ts'
import { replay } from '../../pipeline/history/replay.ts'
import { runProcess } from '../../shared/run-process.ts'

export interface HistoryOrder {
  from: string
  to: string
}

export interface HistoryAnswer {
  /** Processor seconds of all threads, garbage collection included. */
  seconds: number
  byTheClock: number
  sessions: number
}

const MICROSECONDS = 1e6
const MILLISECONDS = 1e3

/** Does what `ops history` does between reading its file and writing its table. */
function run(text: string): HistoryAnswer {
  const [before, begun] = [process.cpuUsage(), performance.now()]
  const lines = [...replay(knownHistory(parseHistory(text).values))].map(historyLine)
  const used = process.cpuUsage(before)
  const byTheClock = (performance.now() - begun) / MILLISECONDS
  if (lines.some((line) => line.length < HISTORY_HEADER.split(',').length)) throw new Error('a row is too short')
  return { seconds: (used.user + used.system) / MICROSECONDS, byTheClock, sessions: lines.length }
}

await runProcess('engine-history', async () => {
  process.on('message', ({ from, to }: HistoryOrder) => {
    const rows = longHistory(from, to).map(({ series, day, value }) => `${series},${day},${value}`)
    process.send!(run(['series,date,value', ...rows, ''].join('\n')))
  })
  process.send!({ ready: true })
  return async () => {}
})
