import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type ParsedHistory, parseHistory } from '../../pipeline/history/parse-history.ts'
import { AppError } from '../../shared/errors.ts'

const NAME = /^history-.*\.csv(\.gz)?$/

/** Reads the daily values in the folder that HISTORY_DATA names; they are licensed and not part of the project. */
export function readHistoryData(env: Record<string, string | undefined>): ParsedHistory & { files: string[] } {
  const folder = env.HISTORY_DATA
  if (!folder) {
    throw new AppError('invalid', 'HISTORY_DATA must name the folder that holds history-*.csv or history-*.csv.gz')
  }
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : []
  if (files.length === 0)
    throw new AppError('invalid', `HISTORY_DATA: no history-*.csv or history-*.csv.gz in ${folder}`)
  const parsed = files.map((name) => {
    const bytes = readFileSync(join(folder, name))
    return parseHistory((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
  })
  return {
    files,
    values: parsed.flatMap(({ values }) => values),
    unknown: new Map(parsed.flatMap(({ unknown }) => [...unknown])),
    unbelievable: parsed.reduce((sum, { unbelievable }) => sum + unbelievable, 0),
    offSession: parsed.reduce((sum, { offSession }) => sum + offSession, 0),
    corrected: parsed.flatMap(({ corrected }) => corrected),
  }
}
