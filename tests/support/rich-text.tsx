import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { type InspectionEvent, createActor, fromCallback, setup } from 'xstate'
import type { PickedFile } from '#content/pictures/uploads.ts'
import type { AppRef } from '#machines/app/app.ts'
import { notificationsMachine } from '#machines/app/notifications.ts'
import { uploadQueueMachine } from '#machines/admin/upload-queue.ts'
import { changeQueueMachine } from '#machines/editing/changes/change-queue.ts'
import { editModeMachine } from '#machines/editing/edit-mode.ts'
import { richTextMachine } from '#machines/editing/rich-text/rich-text.ts'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { loadRichText } from '#src/app/lazy/load-rich-text.ts'
import { resolvedEffect } from '#charts/paths/controlled-effects.ts'

const code = await loadRichText()

/** The machine of rich texts, whose code is there at once. */
export const loadedRichText = richTextMachine.provide({
  actors: {
    waitForIdle: resolvedEffect<void>(undefined),
    loadRichText: resolvedEffect<unknown>(code),
  },
})

/** The queue of uploads, which keeps no files over a reload. */
export const uploadQueue = uploadQueueMachine.provide({
  actors: {
    readKeptFiles: resolvedEffect<PickedFile[]>([]),
    forgetOnStop: fromCallback(() => {}),
    warnBeforeLeaving: fromCallback(() => {}),
  },
  actions: { keepFiles: () => {} },
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
  const appMachine = setup({
    actors: {
      richText,
      editMode: editModeMachine,
      notifications: notificationsMachine,
      changeQueue: changeQueueMachine,
    },
  }).createMachine({
    invoke: [
      { id: 'richText', systemId: 'richText', src: 'richText' },
      { id: 'editMode', systemId: 'editMode', src: 'editMode' },
      { id: 'notifications', systemId: 'notifications', src: 'notifications' },
      { id: 'changeQueue', systemId: 'changeQueue', src: 'changeQueue' },
    ],
  })
  const appRef = createActor(appMachine, inspect && { inspect }).start() as unknown as AppRef
  return ({ children }: { children: ReactNode }) => (
    <AppProvider value={appRef}>{children}</AppProvider>
  )
}

/** True while a text has an editor of formats. */
export const hasEditor = (textEl: HTMLElement) => textEl.classList.contains('ProseMirror')

/** Returns the HTML that a text shows, without the breaks by which its editor gives an empty line its height. */
export const shownHtml = (textEl: HTMLElement) => {
  const copyEl = textEl.cloneNode(true) as HTMLElement
  for (const breakEl of copyEl.querySelectorAll('.ProseMirror-trailingBreak')) breakEl.remove()
  return copyEl.innerHTML
}

/** Pastes words into a text in place of what is selected there. */
export const pasteWords = (textEl: HTMLElement, words: string) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', words)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  act(() => void textEl.dispatchEvent(event))
}
