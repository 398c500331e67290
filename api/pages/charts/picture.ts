import { html } from 'ghtml'

/** The width of the drawing for a narrow screen; one that shrank further would have unreadable labels. */
export const NARROW_WIDTH = 340

/** From which width of its card a wide drawing has room; below it the narrow one is shown. */
const roomFor = (width: number): string =>
  width <= 560 ? 'wide from-440' : width <= 800 ? 'wide from-620' : 'wide from-1000'

/** A picture in two drawings, one for a wide and one for a narrow place; the label describes it in words. */
export const picture = (label: string, { wide, narrow }: { wide: Drawing; narrow: Drawing }): string =>
  html`<div role="img" aria-label="${label}">!${svg(roomFor(wide.width), wide)}!${svg('narrow', narrow)}</div>`

export interface Drawing {
  width: number
  height: number
  /** Markup inside the drawing. */
  shapes: string
}

const svg = (variant: string, { width, height, shapes }: Drawing): string =>
  html`<svg class="${variant}" viewBox="0 0 ${String(width)} ${String(height)}" aria-hidden="true">!${shapes}</svg>`

/** The places of values that follow each other without a gap: between two stretches a value is missing. */
export function stretchesOf(values: readonly (number | null)[]): number[][] {
  const found: number[][] = []
  for (const [at, value] of values.entries()) {
    if (value === null) continue
    const last = found.at(-1)
    if (last?.at(-1) === at - 1) last.push(at)
    else found.push([at])
  }
  return found
}
