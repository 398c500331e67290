import { html } from 'ghtml'
import { dayWords } from '../../../shared/time/eastern-words.ts'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence, wideTable } from '../card.ts'
import { lineChart } from '../charts/line-chart.ts'
import type { Known } from '../page-documents.ts'
import { changeWords } from '../words.ts'

type House = Answer<'getScreenerHouse'>
type Account = House['accounts'][number]

const TITLES: Readonly<Record<Account['name'], string>> = { equal: 'Every pick', chip: 'Sized by chip' }

/** Equity of one account at the closes. */
function curveCard(house: Known<House>, name: Account['name']): string {
  return card({
    title: `${TITLES[name]}: equity at closes`,
    width: 6,
    source: '/api/v1/screener/house',
    document: house,
    body({ accounts }) {
      const points = accounts.find((account) => account.name === name)?.curve ?? []
      const [first, last] = [points[0], points.at(-1)]
      if (points.length < 2)
        return emptyState(`A curve needs two closes; ${points.length === 0 ? 'none' : 'one'} of this account is known.`)
      const label = `Equity of the account ${TITLES[name]}, ${String(points.length)} closes, now ${last!.equity.toFixed(0)} dollars`
      return lineChart({
        label,
        points: points.map(({ equity }, at) => ({ x: at, y: equity })),
        from: dayWords(first!.at.slice(0, 10)),
        to: dayWords(last!.at.slice(0, 10)),
        format: (value, finer) => value.toFixed(finer),
      })
    },
  })
}

const returnWords = (value: number | null | undefined): string => changeWords(value ?? null, 2)

function row({ name, rule, return: own, spy_return: spy, record }: Account): string {
  const { difference, ended, open, missed, skipped } = record
  const parts = difference
    ? `spread ${returnWords(difference.spread)}, impact ${returnWords(difference.impact)}, timing ${returnWords(difference.timing)}, misses ${returnWords(difference.misses)}`
    : 'no pick has been both opened and closed yet'
  return html`<tr><th scope="row">${TITLES[name]}<br><span class="small mute">${rule}</span></th><td class="r">${returnWords(own)}<br><span class="small mute">SPY ${returnWords(spy)}</span></td><td class="r">${ended}<br><span class="small mute">${open} open, ${missed} missed, ${skipped} skipped</span></td><td class="r">${returnWords(record.graded_mean)}</td><td class="r">${returnWords(record.traded_mean)}</td><td class="small">${parts}</td></tr>`
}

const HEADINGS = html`<th>Account</th><th class="r">Return</th><th class="r">Picks ended</th><th class="r">Graded mean</th><th class="r">Traded mean</th><th>Where the difference comes from</th>`

/** The traded record next to the graded one, with the curves of both accounts. */
export const houseCards = (house: Known<House>): string =>
  html`!${recordCard(house)}!${curveCard(house, 'equal')}!${curveCard(house, 'chip')}`

function recordCard(house: Known<House>): string {
  return card({
    title: 'What the picks earn when they are traded',
    width: 12,
    source: '/api/v1/screener/house',
    document: house,
    body({ accounts, note, reason }) {
      if (accounts.length === 0) return emptyState(sentence(reason ?? 'the house accounts have not traded yet'))
      return html`!${wideTable('house accounts', HEADINGS, accounts.map(row))}<p class="note mute">${reason === null ? '' : sentence(reason)} ${note}</p>`
    },
  })
}
