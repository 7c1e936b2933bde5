/** Measures text without a browser, so that a chart is laid out the same everywhere. */

/**
 * The advance widths of Helvetica, and of the fonts that are made to its measure (Arial, Liberation Sans), in thousandths of
 * the font size, for the characters from space to tilde. Source: Adobe Core 14 AFM, Helvetica.
 */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
  556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
  611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
  667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
  222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
const firstCharacter = 32
/** The width of a character that is not in the table, wide enough for any Latin letter. */
const otherWidth = 778
/** Room for bold text and for readers whose fonts are wider. */
const slack = 1.1

/** Returns the width of a text in pixels. */
export const textWidth = (text: string, fontSize: number) =>
  ([...text].reduce((sum, character) => sum + widthOf(character), 0) * fontSize * slack) / 1000

const widthOf = (character: string) =>
  widths[character.codePointAt(0)! - firstCharacter] ?? otherWidth
