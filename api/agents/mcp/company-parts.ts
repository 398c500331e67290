import { refuse } from '../../http/errors.ts'
import { ask, type Document, isDocument, type Json, type ServiceCall, ToolRefusal, urlOf } from './service-call.ts'

/** The panels of a company, the profile first. */
const COMPANY_PANELS = [
  'profile',
  'price',
  'options',
  'gamma',
  'estimates',
  'earnings',
  'fundamentals',
  'ownership',
  'sentiment',
  'analogs',
] as const
export const FLOW_PANELS = ['symbol', 'focus', 'tape', 'zdte'] as const
export const PANELS = [...COMPANY_PANELS, ...FLOW_PANELS] as const
export type Panel = (typeof PANELS)[number]

const isCompanyPanel = (panel: Panel): boolean => COMPANY_PANELS.some((name) => name === panel)
const isFlowPanel = (panel: Panel): boolean => FLOW_PANELS.some((name) => name === panel)

/** Members that repeat the route's description, or that only an auditor reads. */
const LEFT_OUT = new Set(['inputs', 'schema_version', 'rule_version', 'retention_days'])
const HISTORY_ROWS = 10
const TAPE_ROWS = 10

/** A figure keeps the name of its filing; its tag and method are available on the route. */
const FIGURE_LEFT_OUT = new Set(['tag', 'method'])

function readable(document: Document): Document {
  const leftOut = 'accession' in document ? FIGURE_LEFT_OUT : LEFT_OUT
  const kept = Object.entries(document).filter(([name]) => !leftOut.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, readableValue(value)]))
}

function readableValue(value: Json): Json {
  if (Array.isArray(value)) return value.map(readableValue)
  return isDocument(value) ? readable(value) : value
}

/** The refusal of an argument of a section, with the values that are allowed. */
export const refused = (field: string, known: readonly string[], message: string): ToolRefusal =>
  new ToolRefusal({ ...refuse('invalid_parameter', { fields: [field], known: [...known] }, message).body } as Document)

/** A panel of a company, or its flow; the path contains the caller's own text, so the route refuses a wrong symbol. */
export async function companyPart(call: ServiceCall, symbol: string | undefined, panel: Panel = 'profile') {
  if (!isCompanyPanel(panel))
    throw refused('panel', COMPANY_PANELS, `panel: section company has ${COMPANY_PANELS.join(', ')}`)
  if (symbol === undefined) throw refused('symbol', [], 'symbol: section company is about one company')
  const path = `/api/v1/company/${encodeURIComponent(symbol)}`
  const hasHistory = panel === 'options' || panel === 'estimates'
  const url = urlOf(panel === 'profile' ? path : `${path}/${panel}`, hasHistory ? { history_limit: HISTORY_ROWS } : {})
  try {
    return readable(await ask(call, { method: 'GET', url }))
  } catch (error) {
    throw error instanceof ToolRefusal && error.body.code === 'not_found' ? await knownCompanies(call, error) : error
  }
}

/** Only a few of the tradable symbols have panels, so those are named. */
async function knownCompanies(call: ServiceCall, { body }: ToolRefusal): Promise<ToolRefusal> {
  const { companies } = await ask(call, { method: 'GET', url: '/api/v1/company/watchlist' })
  const known = (Array.isArray(companies) ? companies : []).flatMap((each) =>
    isDocument(each) && typeof each.ticker === 'string' ? [each.ticker] : [],
  )
  return new ToolRefusal({
    ...body,
    message: 'There are panels of some companies only, and this symbol is none of them.',
    fix: 'Choose a pinned symbol from details.known; get_quotes has quotes and bars of all other symbols.',
    details: { known },
  })
}

export async function flowPart(call: ServiceCall, symbol: string, panel: Panel = 'symbol') {
  if (!isFlowPanel(panel)) throw refused('panel', FLOW_PANELS, `panel: section flow has ${FLOW_PANELS.join(', ')}`)
  const url =
    panel === 'tape'
      ? urlOf('/api/v1/flow/tape', { symbol, limit: TAPE_ROWS })
      : `/api/v1/flow/${panel}/${encodeURIComponent(symbol)}`
  return readable(await ask(call, { method: 'GET', url }))
}

/** The bars of one symbol, newest first, because a shortened answer leaves out the last ones. */
export async function barsOf(call: ServiceCall, symbol: string, timeframe: string): Promise<Document> {
  const url = urlOf(`/api/v1/trading/bars/${encodeURIComponent(symbol)}`, { timeframe, limit: BARS_MAX })
  const { bars, ...document } = readable(await ask(call, { method: 'GET', url }))
  const newestFirst: Json[] = Array.isArray(bars) ? bars.toReversed() : []
  return { ...document, bars: newestFirst }
}
const BARS_MAX = 260
