/** Finds mistakes in style sheets that fail nowhere, and are seen or felt only in a browser. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const filesOf = (ending: RegExp) =>
  ['src', 'site']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => ending.test(name))

const textsOf = (ending: RegExp) => filesOf(ending).map((name) => readFileSync(name, 'utf8'))

/** The styles of what a page contains. Screens of the app, notices, dialogs and the editor belong to the window. */
const stylesOfContent = () =>
  filesOf(/^(?:site|src[/\\]views)[/\\].*\.css$/)
    .filter((name) => !/[/\\](?:screens|chrome|media)[/\\]/.test(name))
    .map((name) => ({ name, text: readFileSync(name, 'utf8') }))

// With one of these, a browser computes the styles of the whole page again after each element that is added or removed.
test.each([
  ['any element after any other', '> * + *', /\*\s*[+~]\s*\*/],
  ['a common element after another one', '> img + div', /[+~]\s*(?:div|span|p)\b(?![.[])/],
  ['any element by its contents', ':has(.mark)', /(?:^|[\s>+~,])(?::not\()?:has\(/m],
])('no rule selects %s', (_, example, pattern) => {
  expect(example).toMatch(pattern)
  const selectors = textsOf(/\.css$/).flatMap((text) => text.match(/^[^\n@/*][^\n]*\{/gm) ?? [])
  expect(selectors.length).toBeGreaterThan(100)
  expect(selectors.filter((selector) => pattern.test(selector))).toEqual([])
})

// Such a property fails nowhere: what it should have moved just stands in another place.
test('every custom property that is used is defined', () => {
  const styles = textsOf(/\.css$/).join('\n')
  const code = textsOf(/\.tsx?$/).join('\n')
  const defined = [...styles.matchAll(/(--[\w-]+)\s*:/g), ...code.matchAll(/['"`](--[\w-]+)/g)].map(
    ([, name]) => name,
  )
  const used = [...styles.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name)
  expect(used.length).toBeGreaterThan(100)
  expect([...new Set(used)].filter((name) => !defined.includes(name))).toEqual([])
})

test('what is on the page answers to the width of the page, which the editor can change, and not to that of the window', () => {
  const styles = stylesOfContent()
  expect(styles.length).toBeGreaterThan(10)
  const viewportWidths = /@media[^{]*\bwidth\b|\d(?:[sld]?v(?:w|i|b|min|max))\b/
  const found = styles.filter(({ text }) => viewportWidths.test(text)).map(({ name }) => name)
  expect(found).toEqual([])
  expect(styles.some(({ text }) => text.includes('@container page'))).toBe(true)
})
