import { expect, test } from 'vitest'
import { readCodeTree } from './code-tree.ts'
import { nearestTests } from './nearest-tests.ts'
import { plantTree } from './planted-tree.ts'

async function nearest(files: Record<string, string>, path: string) {
  await using tree = await plantTree(files)
  return nearestTests(readCodeTree(tree.root), path)
}

test('the test next to the file comes first, then those that reach it over fewer imports', async () => {
  const found = await nearest(
    {
      'a/sum.ts': '',
      'a/far.ts': "import './sum.ts'",
      'a/far.test.ts': "import './far.ts'",
      'a/sum.test.ts': "import { f } from './far.ts'",
      'a/direct.test.ts': "export * from './sum.ts'",
      'a/stranger.test.ts': '',
      'test/far.test.ts': "await import('../a/far.ts')",
    },
    'a/sum.ts',
  )
  expect(found).toEqual({
    unit: ['a/sum.test.ts', 'a/direct.test.ts', 'a/far.test.ts'],
    integration: ['test/far.test.ts'],
  })
})

test('an import of types alone does not reach a file', async () => {
  const files = {
    'sum.ts': '',
    'a.test.ts': "import type { A } from './sum.ts'",
    'b.test.ts': "import { type B } from './sum.ts'",
    'c.test.ts': "import { type B, c } from './sum.ts'",
  }
  expect((await nearest(files, 'sum.ts')).unit).toEqual(['c.test.ts'])
})

test('at the same distance a shared word decides', async () => {
  const files = {
    'api/cancel-order.ts': '',
    'a.test.ts': "import './api/cancel-order.ts'",
    'order.test.ts': "import './api/cancel-order.ts'",
  }
  expect((await nearest(files, 'api/cancel-order.ts')).unit).toEqual(['order.test.ts', 'a.test.ts'])
})

test('of the integration tests that reach a file through one application, those with its words are nearest', async () => {
  const through = "import '../api/app.ts'"
  const files = {
    'api/trading/cancel-trade.ts': "export const path = '/orders/withdrawn'",
    'api/app.ts': "import './trading/cancel-trade.ts'",
    'test/world.ts': through,
    'test/alerts.test.ts': through,
    'test/trades.test.ts': "import './world.ts'",
    'test/trade-races.test.ts': through,
    'test/withdrawal.test.ts': `${through}\ncall('/orders/withdrawn')`,
    'test/direct.test.ts': "import '../api/trading/cancel-trade.ts'",
  }
  expect((await nearest(files, 'api/trading/cancel-trade.ts')).integration.slice(0, 3)).toEqual([
    'test/direct.test.ts',
    'test/trades.test.ts',
    'test/withdrawal.test.ts',
  ])
})

test('the words of a suite count for each test that runs it', async () => {
  const through = "import '../api/app.ts'"
  const files = {
    'api/withdraw.ts': "export const path = '/orders/withdrawn'",
    'api/app.ts': "import './withdraw.ts'",
    'test/conformance.ts': "export const run = () => call('/orders/withdrawn')",
    'test/alerts.test.ts': through,
    'test/transport.test.ts': `${through}\nimport './conformance.ts'`,
  }
  expect((await nearest(files, 'api/withdraw.ts')).integration[0]).toBe('test/transport.test.ts')
})

test('a test that starts the whole product is not among the nearest', async () => {
  const files = { 'sum.ts': '', 'test/start/start.test.ts': "import '../../sum.ts'" }
  expect((await nearest(files, 'sum.ts')).integration).toEqual([])
})

test('a heavy test is among the nearest only where few imports lie in between', async () => {
  const files = {
    'sum.ts': '',
    'far.ts': "import './sum.ts'",
    'farther.ts': "import './far.ts'",
    'test/pages/far.test.ts': "import '../../farther.ts'",
    'test/pages/near.test.ts': "import '../../far.ts'",
  }
  expect((await nearest(files, 'sum.ts')).integration).toEqual(['test/pages/near.test.ts'])
})

test('a heavy test of the subject of a file is among the nearest, however many imports lie in between', async () => {
  const files = {
    'shared/pages/sum.ts': '',
    'shared/pages/far.ts': "import './sum.ts'",
    'shared/pages/farther.ts': "import './far.ts'",
    'test/pages/far.test.ts': "import '../../shared/pages/farther.ts'",
    'test/story/far.test.ts': "import '../../shared/pages/farther.ts'",
  }
  expect((await nearest(files, 'shared/pages/sum.ts')).integration).toEqual(['test/pages/far.test.ts'])
})
