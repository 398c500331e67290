import { expect, it } from 'vitest'
import { picture, stretchesOf } from './picture.ts'

const drawing = (width: number) => ({ width, height: 100, shapes: '<g></g>' })

// Each class is in pages.css with the width of the card from which it is shown.
it.each([
  [560, 'from-440'],
  [561, 'from-620'],
  [800, 'from-620'],
  [801, 'from-1000'],
])('a drawing of width %i is shown in cards with room for it', (width, room) => {
  const html = picture('A line <b>', { wide: drawing(width), narrow: drawing(340) })
  expect(html).toContain(`<svg class="wide ${room}" viewBox="0 0 ${width} 100"`)
  expect(html).toContain('<svg class="narrow" viewBox="0 0 340 100"')
  expect(html).toContain('aria-label="A line &#60;b&#62;"')
})

it.each([
  [[], []],
  [[null, null], []],
  [[1, 2, 3], [[0, 1, 2]]],
  [
    [null, 0, null, 4, 5, null],
    [[1], [3, 4]],
  ],
])('the stretches of %j are %j', (values, stretches) => {
  expect(stretchesOf(values)).toEqual(stretches)
})
