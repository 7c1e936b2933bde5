/** A custom property that nobody defines fails nowhere: what it should have moved just stands in another place. */
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
