/** The HTML of a text stays what it was: the samples were written by the editor before it was built on ProseMirror alone. */
import { Editor } from '@tiptap/core'
import { expect, test } from 'vitest'
import { extensions } from '#src/editor/rich-text/tiptap-extensions.ts'
import samples from '../../../fixtures/rich-text-html.json' with { type: 'json' }

const htmlOf = (content: string) => new Editor({ element: null, extensions, content }).getHTML()

test.each(samples)('$read', ({ read, written = read }) => {
  expect(htmlOf(read)).toBe(written)
})
