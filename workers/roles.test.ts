import { expect, test } from 'vitest'
import { readRoles, rolesInWords } from './roles.ts'

test.each([
  [['--stages', 'signals,report'], 'signals report'],
  [['--scheduler', '--quotes', '--sources', 'fred'], 'scheduler quotes ingest-fred'],
])('%j is a process of these roles', (args, words) => expect(rolesInWords(readRoles(args))).toBe(words))

test.each([
  [[], /^nothing to do: give --stages signals,/],
  [['--backfill'], /^nothing to do: /],
  [['--help'], /Unknown option '--help'.*\ngive --stages signals,.*, --scheduler \[--backfill\], --quotes or --all$/],
  [['--stages', 'signal'], /signal/],
])('%j is refused, and says what a worker takes', (args, why) => expect(() => readRoles(args)).toThrow(why))
