import { z } from 'zod'
import { Severity } from './alert.ts'
import { EventKind } from './event.ts'

export const PULSE_BYTES = { min: 200, max: 8_000, default: 1_200 } as const

export const PulseItem = z
  .object({
    id: z.int().describe('id of the newest event about this subject, in the log that has its kind'),
    kind: EventKind.describe('kind of event'),
    subject: z.string().describe('what it is about'),
    severity: Severity.describe('severity of that event'),
    worst_severity: Severity.optional().describe(
      'worst severity of all its events since the cursor, by which the item is ranked; the clear of an alert counts ' +
        'with the severity with which it fired; absent: that of the newest event',
    ),
    at: z.iso.datetime({ offset: true }).describe('when it happened, Eastern offset'),
    text: z.string().describe('one sentence; cut with … where only a part fits'),
    changes: z.int().optional().describe('events about this subject since the cursor; absent: one'),
    book: z
      .array(z.string())
      .optional()
      .describe('symbols of your book that it matters to; absent: none, no token, or an event of your account itself'),
  })
  .meta({ id: 'PulseItem', description: 'One subject that changed' })
export type PulseItem = z.infer<typeof PulseItem>

export const Pulse = z
  .object({
    cursor: z
      .union([z.int(), z.string()])
      .nullable()
      .describe(
        'send it as `since` the next time: the id of the newest public event read, with a token as text with that of your ' +
          'account’s log after a dot; null while nothing was ever logged or read',
      ),
    gap: z.boolean().describe('true: events between your cursor and the oldest one kept are gone'),
    truncated: z.boolean().describe('true: some items did not fit the budget'),
    omitted: z.int().describe('items that did not fit'),
    has_more: z.boolean().describe('true: there are newer events after the cursor; ask again with it'),
    items: z.array(PulseItem).describe('most material first'),
    reason: z.string().nullable().describe('why there is no item; null otherwise'),
  })
  .meta({ id: 'Pulse', description: 'What changed and matters, within a budget of bytes' })
export type Pulse = z.infer<typeof Pulse>
