import {
  AI_RULES_VERSION,
  type ComposedVerdict,
  PROMPT_VERSION,
  type Verdict,
  type VerdictAnswer,
} from '../../pipeline/ai-read/index.ts'
import type { NewEvent } from '../../shared/domain/contract/event.ts'
import type { AiRead } from '../../shared/postgres/ai/ai-reads.ts'
import { saveVerdict } from '../../shared/postgres/ai/ai-verdicts.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import { weekdayWords } from '../../shared/time/eastern-words.ts'
import type { Consulted } from './consult-model.ts'

interface Written {
  read: AiRead
  asOf: Date
  composed: ComposedVerdict
  consulted: Consulted<VerdictAnswer>
  writtenAt: Date
  /** The receipt of what the service knew; null for simulated months. */
  stateRef: string | null
}

/** Stores the deterministic verdict and, if the LLM's verdict passed its checks, that one too. */
export async function saveVerdicts(tx: Tx, written: Written): Promise<void> {
  const { read, asOf, writtenAt, composed, consulted, stateRef } = written
  const { verdict, facts } = composed
  const { cycleId, day, origin } = read
  const common = { cycleId, asOf, day, origin, rulesVersion: AI_RULES_VERSION, facts, writtenAt, stateRef }
  const own = saveVerdict(tx, {
    ...common,
    ...NO_OPINION,
    variant: 'deterministic',
    model: null,
    simulated: false,
    promptVersion: null,
    era: AI_RULES_VERSION,
    document: JSON.stringify(verdict),
    band: verdict.risk.band,
    rate: verdict.risk.rate,
    baseRate: verdict.risk.base_rate,
    sizeClass: verdict.magnitude.class,
    pSmall: verdict.magnitude.p_small,
    pNormal: verdict.magnitude.p_normal,
    pBig: verdict.magnitude.p_big,
    fallback: consulted.fallback,
  })
  if (consulted.value === null) return void (await own)
  const answer = consulted.value
  const idea = answer.trade_idea
  const llm = saveVerdict(tx, {
    ...common,
    variant: 'llm',
    model: consulted.model,
    simulated: consulted.simulated,
    promptVersion: PROMPT_VERSION,
    era: `${consulted.model} ${PROMPT_VERSION} ${AI_RULES_VERSION}`,
    document: JSON.stringify(llmVerdict(verdict, answer, writtenAt)),
    band: null,
    rate: answer.rate,
    baseRate: verdict.risk.base_rate,
    sizeClass: likeliest(answer),
    pSmall: answer.p_small,
    pNormal: answer.p_normal,
    pBig: answer.p_big,
    direction: answer.direction,
    idea: idea?.text ?? null,
    ideaUnderlying: idea?.underlying ?? null,
    ideaDirection: idea?.profit_direction ?? null,
    ideaHorizon: idea?.horizon ?? null,
    fallback: null,
  })
  await Promise.all([own, llm])
}

const NO_OPINION = {
  direction: null,
  idea: null,
  ideaUnderlying: null,
  ideaDirection: null,
  ideaHorizon: null,
} as const

/** The LLM's variant: the validated parts as they are, its own narrative, direction and idea. */
function llmVerdict(verdict: Verdict, answer: VerdictAnswer, writtenAt: Date) {
  const { trade_idea: idea, whats_happening: text, direction } = answer
  return {
    ...verdict,
    whats_happening: { text, writer: 'llm', written_at: easternIso(writtenAt) },
    direction,
    ...(idea === null
      ? {}
      : {
          trade_idea: idea.text,
          trade_idea_meta: {
            underlying: idea.underlying,
            profit_direction: idea.profit_direction,
            horizon: idea.horizon,
          },
        }),
  }
}

function likeliest({ p_small: small, p_normal: normal, p_big: big }: VerdictAnswer): 'small' | 'normal' | 'big' {
  if (small >= normal && small >= big) return 'small'
  return normal >= big ? 'normal' : 'big'
}

/** The band rests on the evening before, so it is stated with its day: on a day that crashes it would read as wrong. */
export function verdictEvent(
  read: AiRead,
  { verdict: { risk, magnitude, regime }, closesOf }: ComposedVerdict,
  { value, simulated, fallback }: Consulted<VerdictAnswer>,
  at: Date,
): NewEvent {
  const band = risk.band === null ? 'its risk band is not known' : `its risk band is ${risk.band}`
  const size =
    magnitude.class === null
      ? 'the size of the next move is not stated'
      : magnitude.about_as_likely.length === 0
        ? `a ${magnitude.class} move is likeliest`
        : `a ${magnitude.class} move is about as likely as a ${magnitude.about_as_likely.join(' or a ')} one`
  return {
    key: `verdict/${read.cycleId}`,
    kind: 'verdict',
    subject: 'ai2',
    severity: 'info',
    title: `A verdict was written. By the closes of ${weekdayWords(closesOf)}, ${band}, and ${size}.`,
    at,
    data: {
      cycle: read.cycleId,
      origin: read.origin,
      closes_of: closesOf,
      band: risk.band,
      magnitude: magnitude.class,
      regime: regime.label,
      llm: value !== null,
      simulated,
      fallback,
    },
    cycleId: null,
    origin: 'scheduled',
  }
}
