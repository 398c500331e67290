/** The attributes of a drawn element, its numbers as numbers, with its text. */
export interface Drawn {
  class: string
  text: string
  /** Rejects an attribute that is not there or is no number. */
  at(attribute: string): number
  points: readonly { x: number; y: number }[]
}

const ELEMENTS = /<(\w+)((?: [\w-]+="[^"]*")*)>(.*?)<\/\1>/gs

/** The elements of one kind in a drawing of a picture, in their order. */
export function drawn(markup: string, variant: 'wide' | 'narrow', kind: string): Drawn[] {
  const drawing = markup.match(new RegExp(`<svg class="${variant}[^>]*>.*?</svg>`, 's'))?.[0]
  if (drawing === undefined) throw new Error(`the picture has no ${variant} drawing`)
  return elementsOf(drawing, kind)
}

/** The elements of one kind in an SVG element. */
export const elementsOf = (svg: string, kind: string): Drawn[] =>
  [...svg.replace(/^<svg[^>]*>/, '').matchAll(ELEMENTS)]
    .filter(([, tag]) => tag === kind)
    .map(([, , attributes = '', content = '']) => elementOf(attributes, content.replaceAll(/<[^>]*>/g, '')))

function elementOf(attributes: string, text: string): Drawn {
  const all = new Map(
    [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  return {
    class: all.get('class') ?? '',
    text,
    at: (attribute) => {
      const value = all.get(attribute)
      if (value === undefined || value === '' || Number.isNaN(Number(value)))
        throw new Error(`${attribute} is ${value ?? 'not there'}`)
      return Number(value)
    },
    points: (all.get('points') ?? '')
      .split(' ')
      .filter((point) => point !== '')
      .map((point) => {
        const [x = Number.NaN, y = Number.NaN] = point.split(',').map(Number)
        return { x, y }
      }),
  }
}
