/** An administrator in the app, editing, with every effect of the editor in the hands of the test. */
import { fireEvent, screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { AnyActorRef, InspectionEvent } from 'xstate'
import type { Change, Intent, ChangeResult, Step } from '#content/change/plan-change.ts'
import type { ResourceUpdates, ChangeJob } from '#content/change/progress.ts'
import type { IdentityMap } from '#content/change/identity-map.ts'
import type { PagePayload } from '#content/page/payload.ts'
import type { Component, Resource, Versioned } from '#content/model/resource.ts'
import { addResourceMachine } from '#machines/editing/add-resource.ts'
import type { ConfirmOptions } from '#machines/app/dialogs.ts'
import { editModeMachine } from '#machines/editing/edit-mode.ts'
import { fieldMachine } from '#machines/editing/field.ts'
import { reorderMachine } from '#machines/editing/reorder.ts'
import { selectionMachine } from '#machines/editing/selection.ts'
import { pendingEditsMachine } from '#machines/editing/pending-edits.ts'
import { type ChangeRunOutput, changeRunMachine } from '#machines/editing/change-run.ts'
import { changeQueueMachine } from '#machines/editing/change-queue.ts'
import { loadEditor } from '#src/app/lazy/load-editor.ts'
import { openApp } from './app.tsx'
import { component, pagePayload } from './content/page-payload.ts'
import { admin } from './content/sample-resources.ts'
import { type Path, controlledPromise, controlledCallback } from './machines/paths.ts'

export const sampleTitle = component('Title', 'one', { title: 'Curtain' })

/** A draft beside what it will replace. */
export const sampleDraft: Component = {
  ...component('Title', 'three-draft', { title: 'Coda, rewritten', publishedAt: null }),
  componentPositions: [],
  publishedResource: '/component/Title/three',
  _metadata: { persisted: true, publishable: { published: false } },
}

export const sampleGroup = '/_/component_groups/_'

const top: Resource = {
  '@id': '/_/component_groups/top',
  '@type': 'ComponentGroup',
  reference: 'top_/_/layouts/main',
  location: '/_/layouts/main',
  componentPositions: ['/_/component_positions/link'],
  allowedComponents: ['/component/navigation_links'],
  _metadata: { persisted: true },
}

const place: Resource = {
  '@id': '/_/component_positions/link',
  '@type': 'ComponentPosition',
  componentGroup: top['@id'],
  component: '/component/NavigationLink/link',
  sortValue: 0,
  _metadata: { persisted: true },
}

/** A heading, a text and another heading that has a draft; in the layout a link. */
export const samplePage = (): PagePayload => {
  const payload = pagePayload([
    sampleTitle,
    component('HtmlContent', 'two', { html: '<p>Words</p>' }),
    component('Title', 'three', { title: 'Coda', draftResource: sampleDraft['@id'] }),
  ])
  const link = component('NavigationLink', 'link', { label: 'Elsewhere', url: '/elsewhere' })
  return {
    ...payload,
    entries: [
      ...payload.entries.map(({ resource }) => ({
        resource:
          resource['@type'] === 'Layout'
            ? { ...resource, componentGroups: [top['@id']] }
            : resource,
      })),
      ...[sampleDraft, top, place, link].map((resource) => ({ resource })),
    ],
  }
}

// The editor's own views, as the app loads them; its machines are given other effects.
await loadEditor()

interface Options {
  payload?: PagePayload
  inspect?: (event: InspectionEvent) => void
  /** Already pressed Edit. */
  editing?: boolean
  /** Whether the test says when all that was typed has come to rest. */
  holdsSettling?: boolean
  /** Whether the test says what becomes of each write, rather than of each of its requests. */
  holdsWrites?: boolean
}

export const openEditor = async ({
  payload = samplePage(),
  inspect,
  editing = true,
  holdsSettling = false,
  holdsWrites = false,
}: Options = {}) => {
  const app = openApp('/', { input: { user: admin }, payload, ...(inspect && { inspect }) })
  const saving = () => controlledPromise<ChangeResult, Intent>()
  const asking = () => controlledPromise<boolean, ConfirmOptions>()
  const puppets = {
    field: saving(),
    reorder: saving(),
    addResource: { saveChange: saving(), confirm: asking() },
    editMode: { saveChange: saving(), confirm: asking() },
    selection: asking(),
    settled: controlledPromise<boolean, { actors: readonly AnyActorRef[] }>(),
    changeRun: controlledPromise<ChangeRunOutput, { job: ChangeJob; ledger: IdentityMap }>(),
    prepareChange: controlledPromise<Change, { id: string; intent: Intent }>(),
    sendStep: controlledPromise<Versioned | null, Step>(),
    refetch: controlledPromise<ResourceUpdates, { requests: string[] }>(),
  }
  const saveFound: ResourceUpdates[] = []
  const editMode = editModeMachine.provide({
    actors: {
      selection: selectionMachine.provide({
        actors: { confirm: puppets.selection.logic },
      }),
      pendingEdits: pendingEditsMachine.provide({
        actors: {
          field: fieldMachine.provide({ actors: { saveChange: puppets.field.logic } }),
          reorder: reorderMachine.provide({ actors: { saveChange: puppets.reorder.logic } }),
          ...(holdsSettling && { waitUntilIdle: puppets.settled.logic }),
        },
      }),
      addResource: addResourceMachine.provide({
        actors: {
          saveChange: puppets.addResource.saveChange.logic,
          confirm: puppets.addResource.confirm.logic,
        },
      }),
      confirm: puppets.editMode.confirm.logic,
      saveChange: puppets.editMode.saveChange.logic,
    },
  })
  const write = changeRunMachine.provide({
    actors: {
      prepareChange: puppets.prepareChange.logic,
      sendStep: puppets.sendStep.logic,
      refetch: puppets.refetch.logic,
      holdLiveUpdates: controlledCallback().logic,
    },
    actions: { updateCache: (_, found) => void saveFound.push(found) },
  })
  const writes = changeQueueMachine.provide({
    actors: {
      changeRun: holdsWrites ? (puppets.changeRun.logic as unknown as typeof write) : write,
    },
  })
  await app.happen(() =>
    app.effects.loadEditor.settle({
      type: 'xstate.done.actor.loadEditor',
      output: { editMode, changeQueue: writes },
    }),
  )
  const { children } = app.appRef.getSnapshot()
  if (editing) await app.press('Edit')
  return {
    ...app,
    puppets,
    saveFound,
    editModeRef: children.editMode!,
    changeQueueRef: children.changeQueue!,
  }
}

export type OpenEditor = Awaited<ReturnType<typeof openEditor>>

export const manager = () => screen.getByRole('region', { name: 'Resource manager' })
export const queryManager = () => screen.queryByRole('region', { name: 'Resource manager' })
export const tool = (name: string) => within(manager()).getByRole('button', { name })
export const title = (index = 0) =>
  screen.getAllByRole<HTMLElement>('textbox', { name: 'Title' })[index]!
export const bodyText = () => screen.getByRole<HTMLElement>('textbox', { name: 'Body text' })
export const isUnavailable = (element: Element) => element.getAttribute('aria-disabled') === 'true'

/** How each event of a machine comes about in the editor. */
export type EditorGestures = Record<string, (editor: OpenEditor, event: never) => unknown>

/** Goes a generated path in the editor, and finds the actor where the machine alone would be. */
export const walkEditor = async (
  editor: OpenEditor,
  ref: AnyActorRef,
  path: Path,
  gestures: EditorGestures,
) => {
  for (const event of path.events) {
    const gesture = gestures[event.type]
    if (!gesture) throw new Error(`Nobody knows how ${event.type} comes about.`)
    await gesture(editor, event as never)
  }
  expect(ref.getSnapshot().value).toEqual(path.next.value)
}

/** What could not be saved for want of a connection may be saved now. */
export const siteReached = ({ appRef, happen }: OpenEditor) =>
  happen(() => appRef.system.get('deferred').send({ type: 'server.reachable' }))

/** What a browser does when somebody types: the letters are there, and then it says so. */
export const typeInto = (textEl: HTMLElement, words: string) => {
  textEl.textContent = words
  fireEvent.input(textEl)
}
