import { expect, test } from 'vitest'
import { quoteTools } from './quote-tools.ts'

test('the tool that can wait says which token it needs for that', () => {
  const { description } = quoteTools.find(({ name }) => name === 'get_market_hours')!
  // Waiting stores a wish of the account, so a token of scope read is refused.
  expect(description).toContain('With wait_for (needs an agent token of scope trade)')
})
