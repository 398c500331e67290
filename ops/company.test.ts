import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { companyCommand } from './company.ts'
import { ownershipCommand } from './ownership.ts'

async function saved(name: string, bytes: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'company-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, name), bytes)
  return join(folder, name)
}

async function run(command: typeof companyCommand, ...args: string[]) {
  const output: string[] = []
  await command({}, (text) => output.push(text)).parseAsync(args, { from: 'user' })
  return JSON.parse(output.join('\n'))
}

const year = { start: '2022-01-01', end: '2022-12-31', val: 7, accn: 'a', form: '10-K', filed: '2023-02-01' }
const FACTS = JSON.stringify({ entityName: 'Example', facts: { 'us-gaap': { Revenues: { units: { USD: [year] } } } } })

test('ops company prints the panel as known on a day, from a plain or a packed file', async () => {
  const facts = await saved('facts.json.gz', gzipSync(FACTS))
  expect((await run(companyCommand, '--facts', facts, '--on', '2023-02-01')).ttm.revenue.value).toBe(7)
  expect((await run(companyCommand, '--facts', facts, '--on', '2023-01-31')).ttm.revenue.value).toBeNull()
  const later = await saved(
    'submissions.json',
    '{"filings":{"recent":{"accessionNumber":["a"],"filingDate":["2023-02-02"]}}}',
  )
  const known = await run(companyCommand, '--facts', facts, '--submissions', later, '--on', '2023-02-01')
  expect(known.ttm.revenue.reason).toBe('no filing was known then')
  await expect(run(companyCommand, '--facts', facts, '--on', 'today')).rejects.toThrow('YYYY-MM-DD')
})

test('ops ownership prints transactions, and names a file that is not a form', async () => {
  const form = await saved('form4.xml', '<ownershipDocument><documentType>4</documentType></ownershipDocument>')
  expect(await run(ownershipCommand, '--form4', form, form)).toEqual({ transactions: [], holdings: [], replaced: [] })
  const page = await saved('page.html', '<html></html>')
  await expect(run(ownershipCommand, '--form4', form, page)).rejects.toThrow('page.html: no ownership document')
})
