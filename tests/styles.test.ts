/** Finds mistakes in style sheets that break no other test: wrong names, and rules that make every change slow. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const textsOf = (ending: RegExp) =>
  ['src', 'site']
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
    )
    .filter((name) => ending.test(name))
    .map((name) => readFileSync(name, 'utf8'))

// With one of these, a browser computes the styles of the whole page again after each element that is added or removed.
test.each([
  ['any element after any other', '> * + *', /\*\s*[+~]\s*\*/],
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
