import { expect, it } from 'vitest'
import { roomProblem } from './disk-room.ts'

it.each([
  [
    499,
    true,
    'DATA_DIR: the disk of /data has 499 MB free and a new data folder takes 500 MB; free some space or set DATA_DIR to another disk',
  ],
  [500, true, null],
  [
    63,
    false,
    'DATA_DIR: the disk of /data has 63 MB free and Postgres needs 64 MB; free some space or set DATA_DIR to another disk',
  ],
  [64, false, null],
])('%i MB free, new folder %s', (freeMb, isNew, sentence) => {
  expect(roomProblem('/data', { freeMb, isNew })).toBe(sentence)
})
