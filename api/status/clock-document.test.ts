import { expect, test } from 'vitest'
import { errorAnswer } from '../http/errors.ts'
import { ClockBody, clockCommandOf } from './clock-document.ts'

const NOW = new Date('2026-11-20T15:31:00Z')

const commandOf = (body: object) => clockCommandOf(ClockBody.parse(body), 'operator')

/** The field and the rule of a refused body. */
function refused(body: object): string {
  try {
    commandOf(body)
  } catch (error) {
    return errorAnswer(error).body.message
  }
  return 'not refused'
}

test('a clock that runs without a speed runs at that of real time', () => {
  expect(commandOf({ action: 'run' })).toEqual({ action: 'run', by: 'operator', speed: 1 })
  expect(commandOf({ action: 'run', speed: 60 })).toEqual({ action: 'run', by: 'operator', speed: 60 })
})

test.each(['pause', 'lock-step'])('%s needs nothing more', (action) => {
  expect(commandOf({ action })).toEqual({ action, by: 'operator' })
})

test.each([
  [{ action: 'step', by: '1h30m' }, '2026-11-20T17:01:00.000Z'],
  [{ action: 'to', to: 'next-close' }, '2026-11-20T21:00:00.000Z'],
  [{ action: 'to', to: '2026-12-01T09:25' }, '2026-12-01T14:25:00.000Z'],
])('%j leads to %s', (body, target) => {
  const command = commandOf(body)
  expect(command).toMatchObject({ action: body.action, by: 'operator' })
  expect('targetFrom' in command && command.targetFrom(NOW).toISOString()).toBe(target)
})

test.each([
  [{ action: 'pause', speed: 2 }, 'speed: must not be sent with action pause'],
  [{ action: 'run', by: '15m' }, 'by: must not be sent with action run'],
  [{ action: 'step', by: '15m', to: 'next-open' }, 'to: must not be sent with action step'],
  [{ action: 'step' }, 'by: must be a duration above zero, such as 90s, 15m, 6h or 1d'],
  [{ action: 'step', by: '0m' }, 'by: must be a duration above zero, such as 90s, 15m, 6h or 1d'],
  [
    { action: 'to' },
    'to: must be next-open, next-cycle, next-close, or an instant that exists, such as 2026-12-01T09:25',
  ],
])('%j is refused: %s', (body, message) => {
  expect(refused(body)).toBe(message)
})

test('a speed is from 1 to 3,600', () => {
  const isValid = (speed: number) => ClockBody.safeParse({ action: 'run', speed }).success
  expect([0.9, 1, 3_600, 3_601].map(isValid)).toEqual([false, true, true, false])
})
