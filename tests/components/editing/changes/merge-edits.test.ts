import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareWords } from '#src/comparison/compare-texts.ts'
import { mergeHtml, mergeTexts } from '#src/comparison/merge-edits.ts'

test.each([
  ['changes of different words', 'One two three', 'One 2 three', 'One two 3', 'One 2 3'],
  ['different changes of one word', 'Hello you', 'Hello world', 'Hello Eve', 'Hello world Eve'],
  ['the same change', 'Hello you', 'Hello Eve', 'Hello Eve', 'Hello Eve'],
  ['an insertion and a deletion', 'The old harbor', 'The harbor', 'The old harbor!', 'The harbor!'],
  ['a comma and a further word', 'One two', 'One, two', 'One two three', 'One, two three'],
  ['two insertions at the end', 'One.', 'One. Two.', 'One. Three.', 'One. Two Three.'],
  ['a text that both began', '', 'Theirs', 'Mine', 'Theirs Mine'],
  ['a text that was deleted', 'Ours', '', 'Ours and mine', 'and mine'],
  ['a comma and another word after the same one', 'a c', 'a b c', 'a, c', 'a, b c'],
  ['lines', 'One\ntwo\n', 'One\nTWO\n', ' One\ntwo\n', ' One\nTWO'],
])('%s: %j, edited as %j and %j, is %j', (_, base, theirs, mine, merged) => {
  expect(mergeTexts({ base, theirs, mine })).toBe(merged)
})

const texts = fc
  .array(fc.constantFrom('one', 'two', 'three,', 'four'))
  .map((words) => words.join(' '))
const wordsOf = (text: string) => text.match(/\p{L}+/gu) ?? []

test('whatever was added by either is in the merged text, and what only one has changed is as that one has it', () => {
  fc.assert(
    fc.property(texts, texts, texts, (base, theirs, mine) => {
      const merged = mergeTexts({ base, theirs, mine })
      for (const edited of [theirs, mine]) {
        const added = compareWords(base, edited).filter((part) => part.added)
        const words = added.flatMap(({ value }) => wordsOf(value))
        expect(wordsOf(merged)).toEqual(expect.arrayContaining(words))
      }
      expect(wordsOf(mergeTexts({ base, theirs, mine: base }))).toEqual(wordsOf(theirs))
      expect(wordsOf(mergeTexts({ base, theirs: base, mine }))).toEqual(wordsOf(mine))
      expect(mergeTexts({ base, theirs, mine: theirs })).toBe(theirs)
    }),
  )
})

test('without a common beginning, a merged text has every word of both', () => {
  fc.assert(
    fc.property(texts, texts, (theirs, mine) => {
      const merged = wordsOf(mergeTexts({ base: '', theirs, mine }))
      expect(merged).toEqual(expect.arrayContaining(wordsOf(theirs)))
      expect(merged).toEqual(expect.arrayContaining(wordsOf(mine)))
      expect(merged.length).toBeLessThanOrEqual(wordsOf(theirs).length + wordsOf(mine).length)
    }),
  )
})

test('HTML is merged block by block: of a block that both have changed, theirs and then mine', () => {
  const base = '<h2>Title</h2><p>Words</p><ul><li>One</li></ul><p>Old</p>'
  expect(
    mergeHtml({
      base,
      theirs: '<h2>Title</h2><p>Their <b>words</b></p><ul><li>One</li></ul>',
      mine: '<h2>New</h2><p>My words</p><ul><li>One</li></ul><p>Old</p><p>More &amp; more</p>',
    }),
  ).toBe(
    '<h2>New</h2><p>Their <b>words</b></p><p>My words</p><ul><li>One</li></ul><p>More &amp; more</p>',
  )
  expect(mergeHtml({ base: '', theirs: 'loose', mine: '' })).toBe('<p>loose</p>')
})

test.each([
  ['different words', 'One two three', 'One 2 three', 'One two 3', '<p>One 2 3</p>'],
  ['further words of both', 'One.', 'One. Two.', 'One. Three.', '<p>One. Two Three.</p>'],
  [
    'one word',
    'Hello you',
    'Hello &lt;b&gt;',
    'Hello Eve',
    '<p>Hello &lt;b&gt;</p><p>Hello Eve</p>',
  ],
])('%s of one block: %j, edited as %j and %j, is %j', (_, base, theirs, mine, merged) => {
  const html = (words: string) => `<h2>Title</h2><p>${words}</p>`
  expect(mergeHtml({ base: html(base), theirs: html(theirs), mine: html(mine) })).toBe(
    `<h2>Title</h2>${merged}`,
  )
})

test('a block that nobody deletes is there once, whichever of its words both have changed', () => {
  const areChanged = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(areChanged, areChanged, (byThem, byMe) => {
      const htmlOf = (first: boolean[], last: boolean[]) =>
        first
          .map(
            (isFirst, at) =>
              `<p>${isFirst ? 'new' : 'old'} word${at} ${last[at] ? 'NEW' : 'OLD'}</p>`,
          )
          .join('')
      const none = byThem.map(() => false)
      const edits = {
        base: htmlOf(none, none),
        theirs: htmlOf(byThem, none),
        mine: htmlOf(none, byMe),
      }
      expect(mergeHtml(edits)).toBe(htmlOf(byThem, byMe))
    }),
  )
})
