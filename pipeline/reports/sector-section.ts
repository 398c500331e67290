import { type SectorShare, SectorShares } from '../../shared/domain/contract/sector-shares.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { counted } from '../../shared/domain/number-words.ts'
import { rankOf, sessionsAgo } from '../inputs/cite.ts'
import { bullets, escapeMarkdown, table } from './markdown.ts'
import { reasonOf, wallTime } from './words.ts'

const HEAD = '## Sector breadth'

/** The breadth of the market, overall and by sector, and how many members could not be counted. */
export function sectorSection(snapshot: SignalsSnapshot): string {
  const block = SectorShares.safeParse(snapshot.sector_breadth)
  if (!block.success) return `${HEAD}\n\nNo sector breadth: ${reasonOf(snapshot.sector_breadth)}.`
  const shares = block.data
  const sentences = [
    overallSentence(shares, percentileOf(snapshot, shares)),
    ...extremes(shares.sectors),
    ...uncounted(shares),
    `Closes for ${shares.day}, ${sessionsAgo(shares.age_sessions)}, known since ${wallTime(shares.known_at)}`,
  ]
  const rows = shares.sectors.map((each) => [
    each.sector,
    share(each.pct_above_50dma, each.above_50dma, each.counted_50dma),
    share(each.pct_above_200dma, each.above_200dma, each.counted_200dma),
  ])
  return [HEAD, bullets(sentences), table(['Sector', 'Above 50-day', 'Above 200-day'], rows)].join('\n\n')
}

/** The breadth component's rank, if it was read from closes of the same day. */
function percentileOf({ score_components }: SignalsSnapshot, { day }: SectorShares): number | null {
  const component = score_components.find(({ key }) => key === 'breadth')
  return component?.inputs[0]?.for === day ? component.percentile : null
}

function overallSentence(all: SectorShares, percentile: number | null): string {
  const rank = percentile === null ? '' : `, ${rankOf(percentile)} percentile of its own last year`
  return (
    `Of the ${counted(all.members, 'member')}, ${share(all.pct_above_50dma, all.above_50dma, all.counted_50dma)} are ` +
    `above their own 50-day average${rank}; ${share(all.pct_above_200dma, all.above_200dma, all.counted_200dma)} above ` +
    'their 200-day average'
  )
}

function extremes(sectors: readonly SectorShare[]): string[] {
  const ranked = sectors.filter(({ pct_above_50dma }) => pct_above_50dma !== null)
  const [first] = ranked
  const last = ranked.at(-1)
  if (!first || !last) return ['No sector has a member with a 50-day average']
  if (first.pct_above_50dma === last.pct_above_50dma) return [`No sector stands out: ${named(first)}, like all others`]
  return [
    `Strongest by the 50-day average: ${ranked.filter(sameAs(first)).map(named).join(', ')}`,
    `Weakest: ${ranked.filter(sameAs(last)).map(named).join(', ')}`,
  ]
}

const sameAs = (one: SectorShare) => (each: SectorShare) => each.pct_above_50dma === one.pct_above_50dma

const named = ({ sector, pct_above_50dma, above_50dma, counted_50dma }: SectorShare): string =>
  `${escapeMarkdown(sector)} ${share(pct_above_50dma, above_50dma, counted_50dma)}`

function uncounted({ members, counted_50dma, counted_200dma }: SectorShares): string[] {
  const [without50, without200] = [members - counted_50dma, members - counted_200dma]
  if (without50 === 0 && without200 === 0) return []
  return [`Not counted for lack of closes: ${counted(without50, 'member')} at 50 days, ${without200} at 200 days`]
}

const share = (percent: number | null, above: number, of: number): string =>
  percent === null ? 'none counted' : `${percent.toFixed(1)} % (${above} of ${of})`
