import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import { mean } from '../world/moments.ts'
import { type Survey, surveyAt } from '../world/survey.ts'
import { FIRST_DAY, type World } from '../world/world.ts'
import { csv, forbidden, html, type Vendor, type VendorReply, type VendorRequest } from './vendor.ts'

const PATH = '/files/surveys/sentiment.csv'
const [WEDNESDAY, THURSDAY, PUBLISHED] = [3, 4, '06:00']
const WEEKS_AVERAGED = 8

/** The sheet as a spreadsheet saves it: displayed dates and percentages, titles above and a summary below. */
const TITLES = [
  'AAII Investor Sentiment Data,,,,,,,,,,,,',
  ',,,,,,,,,,,,',
  ',,,,,Bullish,,,Bullish,Bullish,S&P 500,S&P 500,S&P 500',
  'Reported,,,,,8-week,Bull-Bear,Bullish,Average,Average,Weekly,Weekly,Weekly',
  'Date,Bullish,Neutral,Bearish,Total,Mov Avg,Spread,Average,+St. Dev.,- St. Dev.,High,Low,Close',
]

const shownDay = (day: TradingDay): string => `${Number(day.slice(5, 7))}-${Number(day.slice(8))}-${day.slice(2, 4)}`
const shown = (share: number): string => `${(100 * share).toFixed(1)}%`

/** Responses are collected until Wednesday night; the sheet dates them with the Thursday of their publication. */
const surveyOf = (world: World, thursday: TradingDay): Survey =>
  surveyAt(world, world.indexOf(addDays(thursday, WEDNESDAY - THURSDAY)))

const sheet = (world: World, instant: Date): VendorReply => {
  const today = eastern(instant).day
  const lines: string[] = []
  const bulls: number[] = []
  for (let day = addDays(FIRST_DAY, 6); day <= today; day = addDays(day, 7)) {
    if (instantAt(day, PUBLISHED) > instant) break
    const { bullish, neutral, bearish } = surveyOf(world, day)
    bulls.push(bullish)
    const close = Math.exp(world.daily(world.indexOf(addDays(day, WEDNESDAY - THURSDAY))).equity.logSpx)
    const shares = [bullish, neutral, bearish, 1, mean(bulls.slice(-WEEKS_AVERAGED)), bullish - bearish].map(shown)
    const prices = [1.01 * close, 0.99 * close, close].map((price) => price.toFixed(2))
    lines.push([shownDay(day), ...shares, '37.5%', '47.5%', '27.5%', ...prices].join(','))
  }
  const summary = [
    ',,,,,,,,,,,,',
    'Observations over life of survey,,,,,,,,,,,,',
    `Count,${bulls.length},${bulls.length},${bulls.length},,,,,,,,,`,
  ]
  return csv(`${[...TITLES, ...lines, ...summary].join('\r\n')}\r\n`)
}

const answer = (world: World, request: VendorRequest): VendorReply => {
  if (!request.headers['user-agent']) return forbidden()
  return request.path === PATH ? sheet(world, request.instant) : html(404, '404 Not Found', 'Page not found')
}

export const aaii: Vendor = {
  name: 'aaii',
  prefix: 'aaii',
  quota: { per_minute: 10, refusal: html(403, 'Access Denied', 'Pardon our interruption') },
  respond: answer,
}
