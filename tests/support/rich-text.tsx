import { AllSelection, TextSelection } from 'prosemirror-state'
import type { ReactNode } from 'react'
import { type InspectionEvent, createActor, setup } from 'xstate'
import type { AppRef } from '#machines/app/app.ts'
import { editModeMachine } from '#machines/editing/edit-mode.ts'
import { richTextMachine } from '#machines/editing/text/rich-text.ts'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { loadRichText } from '#src/app/lazy/load-rich-text.ts'
import type { TextEditor } from '#src/editor/rich-text/create-text-editor.ts'
import { readHtml, writeHtml } from '#src/editor/rich-text/html.ts'
import { resolvedEffect } from './machines/paths.ts'

const code = await loadRichText()

/** The machine of rich texts, whose code is there at once. */
export const loadedRichText = richTextMachine.provide({
  actors: {
    waitForIdle: resolvedEffect<void>(undefined),
    loadRichText: resolvedEffect<unknown>(code),
  },
})

interface WrapperOptions {
  inspect?: (event: InspectionEvent) => void
  richText?: typeof richTextMachine
}

/** Returns a wrapper that renders in an app with the actors that a rich text needs. */
export const createRichTextWrapper = ({
  inspect,
  richText = loadedRichText,
}: WrapperOptions = {}) => {
  const appMachine = setup({ actors: { richText, editMode: editModeMachine } }).createMachine({
    invoke: [
      { id: 'richText', systemId: 'richText', src: 'richText' },
      { id: 'editMode', systemId: 'editMode', src: 'editMode' },
    ],
  })
  const appRef = createActor(appMachine, inspect && { inspect }).start() as unknown as AppRef
  return ({ children }: { children: ReactNode }) => (
    <AppProvider value={appRef}>{children}</AppProvider>
  )
}

/** Returns the editor of a text, or null while there is none. */
export const editorOf = (textEl: HTMLElement) =>
  (textEl as HTMLElement & { editor?: TextEditor }).editor ?? null

/** Returns the HTML of what an editor shows. */
export const htmlIn = ({ view }: TextEditor) => writeHtml(view.state.doc)

/** Returns the HTML that a text is stored as after it has been edited. */
export const storedHtml = (html: string) => writeHtml(readHtml(html))

/** Inserts words in place of what is selected, or at a position. */
export const insertWords = ({ view }: TextEditor, words: string, pos?: number) =>
  view.dispatch(view.state.tr.insertText(words, pos))

export const selectAll = ({ view }: TextEditor) =>
  view.dispatch(view.state.tr.setSelection(new AllSelection(view.state.doc)))

export const placeCaret = ({ view }: TextEditor, pos: number) =>
  view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, pos)))
