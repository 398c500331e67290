import { AnalogsPanel } from '../../shared/domain/contract/company/analogs.ts'
import { EarningsPanel } from '../../shared/domain/contract/company/earnings.ts'
import { GammaPanel } from '../../shared/domain/contract/company/gamma.ts'
import { OwnershipPanel } from '../../shared/domain/contract/company/ownership.ts'
import { PricePanel } from '../../shared/domain/contract/company/price.ts'
import { ProfilePanel } from '../../shared/domain/contract/company/profile.ts'
import { SentimentPanel } from '../../shared/domain/contract/company/sentiment.ts'
import { readExample } from '../openapi/read-example.ts'
import { panelRoute } from './panel-route.ts'

const example = (name: string) => readExample<unknown>(import.meta.url, `./${name}-example.json`)

export const companyPanelRoutes = [
  panelRoute({
    path: '/api/v1/company/:ticker',
    panel: 'profile',
    summary: 'A company and what is notable about it today',
    description:
      'Who the company is, and up to five lines on what is unusual today, each with the panel and the row that it is ' +
      'based on.',
    response: ProfilePanel,
    example: example('profile'),
  }),
  panelRoute({
    path: '/api/v1/company/:ticker/price',
    panel: 'price',
    summary: 'Trend, range, relative strength and volume of a share',
    description: 'Computed from daily bars adjusted for splits, after the bars of a session are final.',
    response: PricePanel,
    example: example('price'),
  }),
  panelRoute({
    path: '/api/v1/company/:ticker/gamma',
    panel: 'gamma',
    summary: 'Walls, zero gamma and the profile of a company’s options',
    description: 'From the closing chain of a pinned company, by the method of the market’s own gamma.',
    response: GammaPanel,
    example: example('gamma'),
  }),
  panelRoute({
    path: '/api/v1/company/:ticker/earnings',
    panel: 'earnings',
    summary: 'Reports: how sure their dates are, surprises, and moves against implied ones',
    description:
      'The next report by the calendar, and past ones with what the share did from the close before to the close after.',
    response: EarningsPanel,
    example: example('earnings'),
  }),
  panelRoute({
    path: '/api/v1/company/:ticker/ownership',
    panel: 'ownership',
    summary: 'Trades of insiders, and short-sale volume',
    description:
      'Forms 3, 4 and 5 by transaction code, with purchases and sales in the market apart from grants, taxes and ' +
      'plans; an amendment replaces the form that it amends.',
    response: OwnershipPanel,
    example: example('ownership'),
  }),
  panelRoute({
    path: '/api/v1/company/:ticker/sentiment',
    panel: 'sentiment',
    summary: 'Readings of mood in terms of their own history',
    description:
      'Revisions, insiders, skew, put/call and short volume; headlines are counted and linked, never scored.',
    response: SentimentPanel,
    example: example('sentiment'),
  }),
  panelRoute({
    path: '/api/v1/company/:ticker/analogs',
    panel: 'analogs',
    summary: 'Names and dates in the same state, and what followed',
    description:
      'Names of the same sector that were in the same state, the first session of each stay, against the base rate ' +
      'of all of them. Names on dates within the horizon count once in n_effective.',
    response: AnalogsPanel,
    example: example('analogs'),
  }),
]
