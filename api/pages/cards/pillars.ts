import { html } from 'ghtml'
import type { Answer } from '../answers.ts'
import { caption } from '../card.ts'
import { meter } from '../charts/meter.ts'
import { percentileWords } from '../words.ts'

type Breakdown = Answer<'getScoreBreakdown'>
type Component = Breakdown['components'][number]

const NAMES: Readonly<Record<string, string>> = {
  volatility: 'Volatility',
  credit: 'Credit',
  breadth: 'Breadth',
  gamma: 'Dealer gamma',
}
const LEVELS: Readonly<Record<NonNullable<Component['level']>['level'], { sign: string; tone: string }>> = {
  favorable: { sign: '▲', tone: 'good' },
  leaning: { sign: '▲', tone: 'lean' },
  neutral: { sign: '■', tone: 'flat' },
  caution: { sign: '▼', tone: 'warn' },
  adverse: { sign: '▼', tone: 'bad' },
}

function row({ key, pillar, name, status, display, level, percentile, reason }: Component): string {
  const { sign, tone } = level ? LEVELS[level.level] : { sign: '○', tone: 'warn' }
  const words = level?.label ?? reason ?? 'no data'
  return html`<tr><td class="${tone}"><span role="img" aria-label="${level?.level ?? 'no data'}">${sign}</span></td><th scope="row"><a href="/signals/${key}">${NAMES[pillar ?? ''] ?? name}</a></th><td><b class="${tone}">${words}</b><br><span class="small mute">${status === 'ready' ? display : 'no reading'}</span></td><td class="r">!${meter(percentile)}<br><span class="small mute">${percentileWords(percentile)}</span></td></tr>`
}

/** The four readings that decide the regime, one line each; empty if none is known. */
export function pillarRows(breakdown: Breakdown | null): string {
  const pillars = (breakdown?.components ?? []).filter(({ pillar }) => pillar !== null)
  if (pillars.length === 0) return ''
  return html`<table class="pillars">!${caption('The four readings that decide the regime')}<thead class="hidden"><tr><th>Stance</th><th>Pillar</th><th>Reads as</th><th>Of its year</th></tr></thead><tbody>!${pillars.map(row)}</tbody></table>`
}
