import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { requestDurations } from './metrics.ts'

/** Each line of the histogram, by its labels. */
async function lines(registry: Registry): Promise<Record<string, number>> {
  const text = await registry.metrics()
  const found = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    found.map((line) => [
      line.slice('http_request_duration_seconds_'.length, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  )
}
const labels = (status: number) => `method="GET",route="/a",status="${status}"`

test('a duration counts in every bucket from its own on, its own limit included', async () => {
  const registry = new Registry()
  const record = requestDurations(registry)('/a')
  for (const milliseconds of [1, 1.001, 100, 10_000, 10_001]) record('GET', 200, milliseconds)
  const found = await lines(registry)
  const bucket = (limit: string) => found[`bucket{le="${limit}",${labels(200)}}`]
  const limits = ['0.001', '0.005', '0.025', '0.1', '0.5', '1', '2.5', '10', '+Inf']
  expect(limits.map(bucket)).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 5])
  expect(Object.keys(found)).toHaveLength(limits.length + 2)
  expect(found[`count{${labels(200)}}`]).toBe(5)
  expect(found[`sum{${labels(200)}}`]).toBeCloseTo(20.103001, 9)
})

test('each method and status of a route is a series of its own, and a reset leaves them empty', async () => {
  const registry = new Registry()
  const durations = requestDurations(registry)
  const [one, other] = [durations('/a'), durations('/b')]
  one('GET', 200, 5)
  one('GET', 200, 5)
  one('GET', 404, 5)
  one('POST', 200, 5)
  other('GET', 200, 5)
  const counts = async () => Object.entries(await lines(registry)).filter(([name]) => name.startsWith('count'))
  expect(await counts()).toEqual([
    ['count{method="GET",route="/a",status="200"}', 2],
    ['count{method="GET",route="/a",status="404"}', 1],
    ['count{method="POST",route="/a",status="200"}', 1],
    ['count{method="GET",route="/b",status="200"}', 1],
  ])
  registry.resetMetrics()
  expect((await counts()).map(([, count]) => count)).toEqual([0, 0, 0, 0])
  expect((await lines(registry))['sum{method="GET",route="/a",status="200"}']).toBe(0)
})
