import { filerNamed } from '../world/company/filers.ts'
import { firstMembers, type Member } from '../world/members.ts'
import { csv, html, type Vendor, type VendorRequest } from './vendor.ts'

const PATH = '/datasets/s-and-p-500-companies/main/data/constituents.csv'
const HEADER = 'Symbol,Security,GICS Sector,GICS Sub-Industry,Headquarters Location,Date added,CIK,Founded'

/**
 * The index does not change in this world: every member joined before it began. A short list leaves members out, and the
 * others keep their numbers at the SEC.
 */
const row = ({ symbol, name, sector }: Member): string =>
  `${symbol.replace('/', '.')},"${name}",${sector},${sector},"New York City, New York",1999-12-31,${filerNamed(symbol)!.cik},1901`

export const constituents: Vendor = {
  name: 'constituents',
  prefix: 'constituents',
  quota: { per_minute: 60, refusal: html(429, '429 Too Many Requests', 'You have exceeded a rate limit.') },
  respond: (world, request: VendorRequest) =>
    request.path === PATH
      ? csv(`${[HEADER, ...firstMembers(world.members).map(row)].join('\n')}\n`)
      : html(404, '404: Not Found', 'Not Found'),
}
