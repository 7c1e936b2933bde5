/** Copies and pastes in the editor of the tests. */
import { fireEvent } from '@testing-library/react'
import {
  type ClipboardDocument,
  type DocumentComponent,
  clipboardType,
} from '#content/clipboard/clipboard-document.ts'
import type { ComponentCopy } from '#content/clipboard/component-copy.ts'
import { type OpenEditor, sampleGroup as group, title } from './editor.tsx'

/** The position after the first title. */
export const insertionPoint = { group, index: 1, sortValue: 1 } as const

export const documentOf = (
  component: Partial<DocumentComponent> & { type: string },
): ClipboardDocument => ({
  format: 'troupe-components',
  version: 1,
  origin: window.location.origin,
  components: [{ fields: {}, files: {}, groups: [], ...component }],
})

export const copiedTitle: ComponentCopy = {
  type: 'Title',
  endpoint: '/component/titles',
  hasDrafts: true,
  properties: { title: 'Copied' },
  relations: {},
  files: {},
  groups: [],
}

export const copiedCollection: ComponentCopy = {
  ...copiedTitle,
  type: 'Collection',
  endpoint: '/component/collections',
  hasDrafts: false,
  properties: { resourceIri: '/page_data/blog_article_datas' },
}

/** Pastes a document into the page, which has no focus in a text. */
export const pasteText = ({ happen }: OpenEditor, text: string) =>
  happen(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const getData = (type: string) => (type === clipboardType ? text : '')
    fireEvent.paste(document.body, { clipboardData: { getData } })
  })

/** Selects the first title and pastes what was copied after it. */
export const pasteAfterTitle =
  ({ type, properties }: ComponentCopy = copiedTitle) =>
  async (editor: OpenEditor) => {
    await editor.user.click(title())
    await pasteText(editor, JSON.stringify(documentOf({ type, fields: properties })))
  }
