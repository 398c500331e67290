import { expect, test } from 'vitest'
import { createWorld } from '../world/world.ts'
import { analyst } from './analyst.ts'
import type { VendorRequest } from './vendor.ts'

const world = createWorld(1316)
const QUOTED = 'Tue 1 Dec 2026, 15:44 ET'

/** The words of the analyst about a state. */
function summaryOf(state: object): string {
  const body = JSON.stringify({
    model: 'm',
    messages: [{ role: 'user', content: `STATE\n${JSON.stringify(state)}\nNEWS_BEGIN\n[]\nNEWS_END` }],
    response_format: { json_schema: { name: 'state' } },
  })
  const request = { instant: new Date('2026-12-01T21:15:00Z'), path: '/v1/chat/completions', method: 'POST', body }
  const reply = analyst.respond(world, request as unknown as VendorRequest) as { body: unknown }
  const { choices } = JSON.parse(String(reply.body)) as { choices: { message: { content: string } }[] }
  return (JSON.parse(choices[0]!.message.content) as { summary: string }).summary
}

test.each([
  ['live', 'live', 'SPY trades at 670.36. VIX is at 13.66.'],
  ['last_close', 'earlier', `SPY last closed at 670.36. VIX was last quoted on ${QUOTED} at 13.66.`],
  ['earlier', 'live', `SPY was last quoted on ${QUOTED} at 670.36. VIX is at 13.66.`],
])('the analyst calls a price of SPY %s and one of VIX %s what it is', (spy, vix, told) => {
  const state = {
    spy: 670.36,
    spy_price_is: spy,
    spy_quoted: QUOTED,
    vix: 13.66,
    vix_price_is: vix,
    vix_quoted: QUOTED,
  }
  expect(summaryOf(state)).toContain(told)
})
