/** A new data folder grows to about 400 MB within minutes; Postgres needs some of it for its log of changes. */
const NEW_FOLDER_MB = 500
/** If less is free, the next WAL segment of Postgres (16 MB) may not fit in addition to a day's rows. */
const FOLDER_MB = 64

/** Returns why a start would fail for lack of disk space, in one sentence; null when there is enough. */
export function roomProblem(path: string, { freeMb, isNew }: { freeMb: number; isNew: boolean }): string | null {
  const needed = isNew ? NEW_FOLDER_MB : FOLDER_MB
  if (freeMb >= needed) return null
  const why = isNew ? 'a new data folder takes' : 'Postgres needs'
  return `DATA_DIR: the disk of ${path} has ${freeMb} MB free and ${why} ${needed} MB; free some space or set DATA_DIR to another disk`
}
