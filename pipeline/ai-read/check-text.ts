import { misplacedFigure, showsRounded } from './subject-figures.ts'

/** Names that contain a number but are not figures, such as "S&P 500". */
const NAMES =
  /\bS&P 500\b|\bRussell 2000\b|\bNasdaq[- ]100\b|\b(?:5|10|20|50|100|200)-(?:day|year|session)s?\b|\b0DTE\b|\b[135]d\b|\bAI-[12]\b/gi
/** A minus inside a date or a range is not a sign. After a colon, as in JSON, a number without a sign is positive. */
const FIGURE = /(?:(?<![\p{L}\p{N}])([+−-])\$?|(?<=(:)))?(\d+(?:,\d{3})*(?:\.\d+)?)(\s?(?:%|per ?cent\b))?/gu
/** Words before a percentage that give it a sign, as in "down 3.6 %". */
const RISEN =
  /\b(?:up|higher|gain(?:s|ed)?|rose|risen|rises|add(?:s|ed)|advanced?|climb(?:s|ed)) (?:by |about |nearly )?$/i
const FALLEN =
  /\b(?:down|lower|lost|loses|fell|fallen|falls|drop(?:s|ped)|decline[sd]|shed|slip(?:s|ped)) (?:by |about |nearly )?$/i
const SPELLED =
  /\b(?:(?:ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dozen)\b[a-z -]{0,12}|(?:two|three|four|five|six|seven|eight|nine|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)(?: and a half)?[ -])\b(?:percent|per cent|points?|dollars?|sessions?|days?|weeks?)\b/i

/** Words about the future, which a description of the state must not contain. */
const FORECAST =
  /\b(?:will|shall|would|gonna|going to|forecasts?|forecasted|predicts?|predicted|prediction|expects?|expected to|likely to|set to|poised|about to|bound to|headed for|heading (?:for|to)|on track|should (?:rise|fall|rally|drop|climb|decline|recover|rebound|continue|hit|reach)|(?:may|might|could) (?:rise|fall|rally|drop|climb|decline|recover|rebound|continue|hit|reach|crash|surge|soar)|tomorrow|next (?:day|week|month|quarter|year|session)|price targets?|upside|downside|outlook|buy|sell|short (?:it|them)|go long|go short)\b/i

const MARKUP = /[<>`\\{}[\]|]|https?:|www\.|\bdata:|javascript:|@\w/i
const ORDERS =
  /\b(?:ignore|disregard|override|system prompt|instructions?|as an? (?:ai|language model)|api key|password|token|jailbreak)\b/i

export interface CheckedText {
  /** Everything the writer was given, as it was given. */
  input: string
  mayForecast: boolean
}

/**
 * Returns the fault of a text of the LLM, or null. Each figure must occur in what the writer was given, and a level
 * of SPY, VIX or the health score must be given of that subject.
 */
export function textProblem(text: string, { input, mayForecast }: CheckedText): string | null {
  if (hasOddCharacters(text)) return 'it holds characters that do not belong into a sentence'
  if (MARKUP.test(text)) return 'it holds markup or a link'
  if (ORDERS.test(text)) return 'it talks about instructions instead of the market'
  if (SPELLED.test(text)) return 'it spells a figure out'
  const strange = strangeNumber(text, input)
  if (strange !== null) return `the number ${strange} does not occur in what was given`
  const misplaced = misplacedFigure(text.replace(NAMES, ' '), input)
  if (misplaced !== null) return `${misplaced.figure} is not given as a level of ${misplaced.name}`
  const forecast = mayForecast ? null : FORECAST.exec(text)
  return forecast ? `it speaks of what may come (“${forecast[0]}”)` : null
}

interface Figure {
  digits: string
  sign: '+' | '-' | null
  isPercent: boolean
}

function figuresIn(text: string): Figure[] {
  const named = text.replace(NAMES, ' ')
  return [...named.matchAll(FIGURE)].map(({ 1: sign, 2: colon, 3: digits = '', 4: percent, index }) => ({
    digits: digits.replaceAll(',', ''),
    sign: sign === undefined ? (colon ? '+' : percent ? signInWords(named, index) : null) : sign === '+' ? '+' : '-',
    isPercent: percent !== undefined,
  }))
}

/** Longer than any of these words together with whatever may be between it and the figure. */
const WORDS_CHARS_MAX = 24

function signInWords(text: string, index: number): Figure['sign'] {
  const before = text.slice(Math.max(0, index - WORDS_CHARS_MAX), index)
  if (RISEN.test(before)) return '+'
  return FALLEN.test(before) ? '-' : null
}

/**
 * Returns the first figure of a text that does not occur in the input, neither exactly nor rounded as the text shows it
 * nor as a percentage.
 */
function strangeNumber(text: string, input: string): string | null {
  const given = figuresIn(input)
  const strange = figuresIn(text).find((figure) => !given.some((one) => isSame(figure, one)))
  return strange ? `${strange.sign === '-' ? '−' : (strange.sign ?? '')}${strange.digits}` : null
}

function isSame({ digits, sign, isPercent }: Figure, given: Figure): boolean {
  // Prose says "down 3.6 %" for −3.6 %, so a figure without a sign matches both.
  if (sign !== null && given.sign !== null && sign !== given.sign) return false
  if (digits === given.digits) return true
  const value = Number(given.digits)
  return showsRounded(digits, value) || (isPercent && value < 1 && showsRounded(digits, 100 * value))
}

/** Letters of Latin script, digits, spaces and the punctuation of prose. */
function hasOddCharacters(text: string): boolean {
  return !/^[\p{Script=Latin}\p{Nd}\p{Pd}\p{Po}\p{Sc}\p{Zs}\p{Pi}\p{Pf}+−=<>()|`~^$°½¼¾±×÷\n{}[\]\\@]*$/u.test(text)
}
