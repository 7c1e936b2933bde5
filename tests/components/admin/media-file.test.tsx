import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { Failure } from '#content/model/failure.ts'
import type { Iri } from '#content/model/iri.ts'
import type { FileUse } from '#content/model/media-object.ts'
import type { MediaFileSave, MediaFileVersion } from '#content/pictures/media-file-draft.ts'
import { mediaFileMachine, selectFailure } from '#machines/admin/media-file.ts'
import { MediaFileWithActor } from '#src/admin/media/MediaFileScreen.tsx'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { defaultSiteConfig } from '#content/model/site-config.ts'
import { SiteConfigProvider } from '#src/views/hooks/use-site-config.ts'
import { mediaFile } from '../../support/content/media-file.ts'
import { pagePayload } from '../../support/content/page-payload.ts'
import { startApp } from '../../support/machines/app-actors.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'

const coverage = cover(mediaFileMachine)
afterEach(cleanup)

const file = mediaFile('goat.png')
const version: MediaFileVersion = { file, etag: '"1"' }
const input = { iri: file['@id'] }
const use: FileUse = {
  '@id': '/component/images/1',
  '@type': 'Image',
  label: 'Picture',
  property: 'file',
  isPublished: false,
  pages: [{ '@id': '/_/pages/1', title: 'The harbour', path: '/harbour' }],
  hasMorePages: false,
}

const openScreen = () => {
  const reading = controlledPromise<MediaFileVersion, { iri: Iri }>()
  const saving = controlledPromise<MediaFileVersion, MediaFileSave>()
  const deletion = controlledPromise<void, { iri: Iri }>()
  const payload = pagePayload([], { path: '/blog' })
  const { appRef, clock } = startApp('/blog', { payload, inspect: coverage.inspect })
  const opened: string[] = []
  const logic = mediaFileMachine.provide({
    actors: {
      readMediaFile: reading.logic,
      saveMediaFile: saving.logic,
      deleteMediaFile: deletion.logic,
      warnBeforeLeaving: fromCallback(() => {}),
    },
    actions: {
      openLibrary: () => opened.push('library'),
      notifyNotSaved: () => opened.push('not saved'),
    },
  })
  const mediaFileRef = createActor(logic, { input, parent: appRef }).start()
  const { unmount: leave } = render(
    <AppProvider value={appRef}>
      <SiteConfigProvider value={defaultSiteConfig}>
        <MediaFileWithActor title="File" mediaFileRef={mediaFileRef} />
      </SiteConfigProvider>
    </AppProvider>,
  )
  return { mediaFileRef, reading, saving, deletion, clock, opened, leave }
}

type OpenScreen = ReturnType<typeof openScreen>

const paths = coveringPaths(
  pathsOf(mediaFileMachine, {
    input,
    events: [
      { type: 'texts.changed', changes: { name: 'Goat' } },
      { type: 'texts.changed', changes: { name: 'goat.png' } },
      { type: 'texts.left' },
      { type: 'screen.left' },
      { type: 'retry.requested' },
      { type: 'draft.discarded' },
      { type: 'deletion.requested' },
      { type: 'deletion.confirmed' },
      { type: 'deletion.canceled' },
      { type: 'xstate.done.actor.readMediaFile', output: version },
      { type: 'xstate.error.actor.readMediaFile', error: new Failure('offline') },
      { type: 'xstate.done.actor.saveMediaFile', output: version },
      { type: 'xstate.error.actor.saveMediaFile', error: new Failure('offline') },
      { type: 'xstate.error.actor.saveMediaFile', error: new Failure('conflict') },
      { type: 'xstate.done.actor.deleteMediaFile' },
      { type: 'xstate.error.actor.deleteMediaFile', error: new Failure('offline') },
      { type: 'xstate.error.actor.deleteMediaFile', error: new Failure('invalid') },
    ],
    distinguishBy: ({ version: read, draft, sent, failure }) => [
      read !== null,
      draft.name,
      sent.name,
      failure !== null,
    ],
  }),
)

const press = (name: string | RegExp, inside = screen.getByRole('main')) =>
  fireEvent.click(within(inside).getByRole('button', { name }))
const nameField = () => screen.getByRole('textbox', { name: 'Name' })
const question = () => screen.getByRole('alertdialog')

const gestures: Record<string, (opened: OpenScreen, event: never) => unknown> = {
  'texts.changed': (_, { changes }: { changes: { name: string } }) =>
    fireEvent.change(nameField(), { target: { value: changes.name } }),
  'texts.left': () => fireEvent.blur(nameField()),
  'screen.left': ({ leave }) => leave(),
  'retry.requested': () => press(/Try again|Save again|Save mine/),
  'draft.discarded': () => press('Take theirs'),
  'deletion.requested': () => press('Delete…'),
  'deletion.confirmed': () => press('Delete', question()),
  'deletion.canceled': () => press('Cancel', question()),
  'xstate.after.debounce.mediaFile.unsaved.waiting': ({ clock }) =>
    act(async () => clock.increment(800)),
}
const effectOf = ({ reading, saving, deletion }: OpenScreen, type: string) => {
  if (type.endsWith('readMediaFile')) return reading
  return type.endsWith('saveMediaFile') ? saving : deletion
}

test.each(namedPaths(paths))('%s', async (_, { events: steps, next }) => {
  const opened = openScreen()
  for (const event of steps) {
    const gesture = gestures[event.type]
    if (gesture) await gesture(opened, event as never)
    else await act(async () => effectOf(opened, event.type).settle(event as Answer as never))
  }
  expect(opened.mediaFileRef.getSnapshot().value).toEqual(next.value)
  const isLeft = steps.some(({ type }) => type === 'screen.left')
  const isLost = isLeft && next.matches('unsaved') && !next.matches({ unsaved: 'saving' })
  expect(screen.queryByRole('alertdialog') !== null).toBe(next.matches('confirming') && !isLeft)
  expect(opened.opened).toEqual(next.matches('deleted') ? ['library'] : isLost ? ['not saved'] : [])
  const failure = selectFailure(next)
  if (failure && !isLeft) expect(screen.getByText(failure.message)).toBeDefined()
})

const openWith = async (about: Parameters<typeof mediaFile>[1]) => {
  const opened = openScreen()
  const output = { ...version, file: mediaFile('goat.png', about) }
  const read = () =>
    act(async () =>
      opened.reading.settle({ type: 'xstate.done.actor.readMediaFile', output } as never),
    )
  await read()
  return { ...opened, read }
}

test('shows the picture, its versions and the pages that have it', async () => {
  await openWith({ useCount: 3, usedBy: [use], tags: ['animal', 'red'] })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('goat.png')
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(facts.slice(0, 3)).toEqual([
    'image/png',
    '1000 × 500 px, 98 KB',
    '500 × 250 px, 960 × 480 px',
  ])
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Tags' }).value).toBe('animal, red')
  expect(
    within(screen.getByRole('main'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Picture (draft) on The harbour', '2 more'])
  expect(screen.getByRole('link', { name: 'The harbour' }).getAttribute('href')).toBe('/harbour')
})

test('saves a text in another language', async () => {
  const { saving } = await openWith({ alternativeTexts: { en: 'A goat' } })
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'de' } })
  fireEvent.blur(screen.getByRole('combobox'))
  const field = screen.getByRole('textbox', { name: 'German' })
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'Eine' } })
  fireEvent.change(field, { target: { value: 'Eine Ziege' } })
  fireEvent.blur(field)
  expect(saving.calls[0]?.input.changes).toEqual({ alternativeTexts: { de: 'Eine Ziege' } })
})

test('offers no deletion of a file that is used', async () => {
  const { read } = await openWith({ useCount: 1, usedBy: [use] })
  press('Delete…')
  await read()
  expect(question().textContent).toContain('This file is in use')
  expect(within(question()).queryByRole('button', { name: 'Delete' })).toBeNull()
  press('Close', question())
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('takes what is typed while it is saved and compared, and while the user decides', async () => {
  const { saving, read, mediaFileRef } = await openWith({})
  const type = (value: string) => fireEvent.change(nameField(), { target: { value } })
  type('one')
  fireEvent.blur(nameField())
  type('two')
  await act(async () =>
    saving.settle({
      type: 'xstate.error.actor.saveMediaFile',
      error: new Failure('conflict'),
    }),
  )
  type('three')
  await read()
  expect(screen.getByRole('alert').textContent).toContain('Somebody else has changed this file')
  type('four')
  expect(mediaFileRef.getSnapshot().matches({ unsaved: 'conflicting' })).toBe(true)
  press('Save mine')
  expect(saving.calls[1]!.input.changes).toEqual({ name: 'four' })
})

coverage.expectAll()
