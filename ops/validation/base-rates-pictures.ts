import type { ReliabilityBin } from '../../pipeline/risk/reliability.ts'
import { isoWeek } from '../../shared/time/trading-day.ts'
import type { BaseRateJudgement } from './base-rates.ts'
import { linePicture } from './line-picture.ts'

const DRAWDOWN_COLOR = '#f8d2c8'
const COLORS = ['#9c1f3c', '#1f4e9c']

/** File name and content of each picture. */
export function baseRatePictures(judgement: BaseRateJudgement): Map<string, string> {
  return new Map([
    ['validation-drawdown-risk.svg', compositePicture(judgement)],
    [
      'validation-reliability.svg',
      reliabilityPicture([
        { name: 'drawdown risk', bins: judgement.risk.table },
        { name: 'analogues', bins: judgement.analogues[0]?.reliability.table ?? [] },
      ]),
    ],
  ])
}

/** Draws weekly values, like the other pictures. */
function compositePicture({ days, readings, outcomes }: BaseRateJudgement): string {
  const first = readings.findIndex((each) => each !== null)
  const weeks = days.flatMap((day, at) => {
    const next = days[at + 1]
    return at >= first && (!next || isoWeek(next) !== isoWeek(day)) ? [at] : []
  })
  return linePicture({
    title: 'Composite, weekly; paper red where a drawdown of 4 % followed within 20 sessions',
    dates: weeks.map((at) => days[at]!),
    bands: weeks.map((at) => (outcomes[at] === 1 ? DRAWDOWN_COLOR : null)),
    lines: [{ name: 'composite', color: '#1f4e9c', values: weeks.map((at) => readings[at]?.composite ?? null) }],
    min: 0,
    max: 100,
  })
}

const SIZE = 320
const MARGIN = 36

/** Plots stated rates against realised ones with their intervals; a perfect rule lies on the diagonal. */
function reliabilityPicture(rules: readonly { name: string; bins: readonly ReliabilityBin[] }[]): string {
  const x = (share: number) => (MARGIN + share * (SIZE - 2 * MARGIN)).toFixed(1)
  const y = (share: number) => (SIZE - MARGIN - share * (SIZE - 2 * MARGIN)).toFixed(1)
  const ticks = [0, 0.25, 0.5, 0.75, 1]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" font-family="sans-serif" font-size="11">`,
    `<rect width="${SIZE}" height="${SIZE}" fill="#fff"/>`,
    `<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#aaa" stroke-dasharray="4 3"/>`,
    ...ticks.flatMap((tick) => [
      `<path d="M${x(0)} ${y(tick)}H${x(1)}" stroke="#eee"/>`,
      `<text x="6" y="${y(tick)}" fill="#555">${100 * tick}</text>`,
      `<text x="${x(tick)}" y="${SIZE - MARGIN + 16}" fill="#555">${100 * tick}</text>`,
    ]),
    `<text x="${MARGIN}" y="${SIZE - 4}" fill="#555">stated, percent; upwards: realised</text>`,
    ...rules.flatMap(({ name, bins }, at) => [
      `<text x="${MARGIN + 120 * at}" y="16" fill="${COLORS[at]}">${name}</text>`,
      ...bins.flatMap((bin) => [
        `<path d="M${x(bin.stated)} ${y(bin.low)}V${y(bin.high)}" stroke="${COLORS[at]}" stroke-opacity="0.5"/>`,
        `<circle cx="${x(bin.stated)}" cy="${y(bin.realised)}" r="${radius(bin.effectiveN)}" fill="${COLORS[at]}"/>`,
      ]),
    ]),
    '</svg>',
    '',
  ].join('\n')
}

/** The area of a point shows its number of samples. */
const radius = (effectiveN: number): string => (1.5 + Math.sqrt(effectiveN) / 2).toFixed(1)
