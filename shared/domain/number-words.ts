/** "1 session", "2 sessions". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** "1st", "2nd", "11th". */
export function ordinal(value: number): string {
  const teen = value % 100 >= 11 && value % 100 <= 13
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th')
  return `${value}${ending}`
}

/** A count as people write it: `2,280,382`. */
export const inThousands = (value: number): string => Math.round(value).toLocaleString('en-US')

/** The alert kinds that cannot be judged: `2 alert kinds lack an input and neither fire nor clear`. */
export const heldInWords = (count: number): string =>
  `${counted(count, 'alert kind')} ${count === 1 ? 'lacks an input and neither fires nor clears' : 'lack an input and neither fire nor clear'}`

/** A figure with its sign; one that rounds to zero has none. */
export function signed(value: number, digits: number): string {
  const size = Math.abs(value).toFixed(digits)
  if (Number(size) === 0) return size
  return `${value < 0 ? '-' : '+'}${size}`
}

/** A figure without a plus; one that rounds to zero has no minus either. */
export const unsigned = (value: number, digits: number): string => signed(value, digits).replace('+', '')

/** A price with two digits: `$61.14`, and `-$36.98` for oil that nobody wanted to store. */
export const dollarPrice = (value: number): string => `${value < 0 ? '-' : ''}$${Math.abs(value).toFixed(2)}`

export const dollarBillions = (value: number): string => `${dollarPrice(value / 1e9)}bn`

/** A figure with its sign for readers, whose minus is as wide as a plus. */
export const trueSigned = (value: number, digits: number): string => signed(value, digits).replace('-', '−')

// Formatters are made once: making one takes longer than all else that the title of a fill needs.
const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 4 } as const
const GROUPED = new Intl.NumberFormat('en-US', CENTS)
const PLAIN = new Intl.NumberFormat('en-US', { ...CENTS, useGrouping: false })

/** A price or an amount a share: `1,057.40 dollars`, and its further digits where it has them. */
export const inDollars = (value: number): string => `${GROUPED.format(value)} dollars`

/** A price a share without its unit: `2.30`, `671.20`, and its further digits where it has them. */
export const priceFigure = (value: number): string => PLAIN.format(value)
