import { expect, test } from 'vitest'
import { type ChipSurroundings, chipPlacement } from '#content/page/geometry/chip-placement.ts'
import { box } from '../../support/box.ts'

const surroundings: ChipSurroundings = {
  element: box(100, 300, 700, 400),
  chip: { width: 120, height: 20 },
  visible: box(0, 48, 800, 700),
  texts: [],
}
const above = box(100, 260, 400, 285)
const aboveEnd = box(500, 260, 700, 285)
const firstLine = box(100, 300, 690, 325)
const lastLine = box(100, 380, 690, 400)
const below = box(100, 410, 300, 430)
const belowEnd = box(600, 410, 700, 430)

test.each([
  ['above the start', {}, 'above', 'topCorner'],
  ['above the end beside a line', { texts: [above, firstLine] }, 'aboveEnd', 'bottomCorner'],
  [
    'below where lines are above',
    { texts: [above, aboveEnd, firstLine, lastLine] },
    'below',
    'below',
  ],
  [
    'below the end',
    { texts: [above, aboveEnd, below, firstLine, lastLine] },
    'belowEnd',
    'belowEnd',
  ],
  [
    'in a corner where the lines of the element are short',
    { texts: [above, aboveEnd, below, belowEnd] },
    'topCorner',
    'topCorner',
  ],
  [
    'above the start where everything is text',
    { texts: [above, aboveEnd, below, belowEnd, firstLine, lastLine] },
    'above',
    'topCorner',
  ],
  [
    'below an element at the top of the page',
    { element: box(100, 60, 700, 100) },
    'below',
    'topCorner',
  ],
  [
    'below one that is higher than the page',
    { element: box(100, -50, 700, 900) },
    'below',
    'topCorner',
  ],
] satisfies [string, Partial<ChipSurroundings>, string, string][])(
  'the chip stands %s',
  (_, given, selected, hovered) => {
    expect(chipPlacement({ ...surroundings, ...given }, false)).toBe(selected)
    expect(chipPlacement({ ...surroundings, ...given }, true)).toBe(hovered)
  },
)

test('the chip of a narrow element stays on the page', () => {
  const element = box(10, 300, 60, 320)
  expect(chipPlacement({ ...surroundings, element }, false)).toBe('above')
  expect(chipPlacement({ ...surroundings, element }, true)).toBe('above')
  const atEnd = box(740, 300, 780, 320)
  expect(chipPlacement({ ...surroundings, element: atEnd }, false)).toBe('aboveEnd')
})
