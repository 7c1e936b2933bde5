import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  type RememberedAddition,
  rememberedAdditionText,
} from '#content/change/remembered-addition.ts'
import type { Component } from '#content/model/resource.ts'
import { Failure } from '#content/model/failure.ts'
import { resumedAdditionMachine } from '#machines/editing/changes/resumed-addition.ts'
import { selectArea } from '#machines/editing/selection/selection.ts'
import { cover } from '../../../support/machines/coverage.ts'
import { settlePage } from '../../../support/app.tsx'
import { component, pagePayload } from '../../../support/content/page-payload.ts'
import { admin } from '../../../support/content/sample-resources.ts'
import {
  footerGroup,
  openEditor,
  sampleGroup as group,
  samplePage,
  samplePageWithFooter,
  stageTitle,
  title,
  typeInto,
} from '../../../support/editor.tsx'

const coverage = cover(resumedAdditionMachine)
afterEach(cleanup)

const addition: RememberedAddition = {
  type: 'Title',
  insertionPoint: { group, index: 1, sortValue: 1 },
  data: { title: 'Overture' },
  page: { path: '/', title: 'Home' },
}

const storageOf = (changes: Partial<RememberedAddition>) => ({
  addition: rememberedAdditionText(admin['@id'], { ...addition, ...changes })!,
})

const reopen = (storage: Readonly<Record<string, string>>, payload = samplePage()) =>
  openEditor({ storage, payload, inspect: coverage.inspect })

const gone: RememberedAddition['insertionPoint'] = {
  ...addition.insertionPoint,
  group: '/_/component_groups/gone',
}

const offer = (name = 'Not added: Title') => screen.queryByRole('region', { name })
const interrupted = 'The page was closed before this was added.'
const remembered = () => sessionStorage.getItem('addition')

test('what was being added stands where it was after a reload, and nothing is sent', async () => {
  const before = await openEditor()
  await stageTitle(before)
  typeInto(title(1), 'Overture')
  const storage = { ...sessionStorage }
  cleanup()
  const editor = await reopen(storage)
  expect(title(1).textContent).toBe('Overture')
  expect(document.activeElement).toBe(title(1))
  expect(screen.getByText(interrupted)).toBeTruthy()
  expect(offer()).toBeNull()
  expect(editor.puppets.stagedResource.saveChange.calls).toEqual([])

  typeInto(title(1), 'Overture, later')
  expect(remembered()).toContain('Overture, later')
  await editor.press('Add draft')
  expect(editor.puppets.stagedResource.saveChange.calls[0]!.input).toMatchObject({
    endpoint: '/component/titles',
    data: { title: 'Overture, later' },
    group,
    publish: false,
  })
})

const id = '01900000-0000-7000-8000-000000000001'

test('what was saved before its answer was there is not offered again, but what was typed since', async () => {
  const storage = storageOf({ id, data: { title: 'Overture' } })
  // The test kinds name their collections as the site does.
  const saved = {
    ...component('Title', 'new', { title: 'Over' }),
    '@id': `/component/titles/${id}`,
  }
  await reopen(storage, pagePayload([saved as Component]))
  expect(screen.getAllByRole('textbox')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Add draft' })).toBeNull()
  expect(screen.getByRole('region', { name: 'Not saved: Title' }).textContent).toContain('Overture')
  expect(remembered()).toBeNull()
})

test('what was sent and may be saved is sent again with the same id', async () => {
  const editor = await reopen(storageOf({ id }))
  await editor.press('Add draft')
  expect(editor.puppets.stagedResource.saveChange.calls[0]!.input).toMatchObject({ id })
})

test('what was being added is forgotten once it is discarded', async () => {
  const { press, happen, puppets } = await reopen(storageOf({}))
  await press('Discard')
  await happen(() =>
    puppets.stagedResource.confirm.settle({ type: 'xstate.done.actor.confirm', output: true }),
  )
  expect(screen.queryByText('Overture')).toBeNull()
  expect(remembered()).toBeNull()
})

test('what was being added to the layout is of the layout after a reload, not of the page', async () => {
  const insertionPoint = { group: footerGroup, index: 0, sortValue: 0 } as const
  const { editModeRef } = await reopen(storageOf({ insertionPoint }), samplePageWithFooter())
  const { selection } = editModeRef.getSnapshot().children
  expect(selectArea(selection!.getSnapshot())).toBe('layout')
})

test('a failure to add it takes the place of what is said about the reload', async () => {
  const { press, happen, puppets } = await reopen(storageOf({}))
  await press('Add draft')
  const error = new Failure('unexpected', { message: 'Too long' })
  await happen(() =>
    puppets.stagedResource.saveChange.settle({ type: 'xstate.error.actor.saveChange', error }),
  )
  expect(screen.getByText('Too long')).toBeTruthy()
  expect(screen.queryByText(interrupted)).toBeNull()
})

test('without its section the words are offered, to be copied or discarded', async () => {
  const write = vi.spyOn(navigator.clipboard, 'write')
  const { press, user } = await reopen(storageOf({ insertionPoint: gone }))
  expect(offer()!.textContent).toContain('Its place on the page is gone.')
  expect(within(offer()!).getByText('Overture')).toBeTruthy()
  expect(within(offer()!).queryByRole('link')).toBeNull()
  await press('Copy Title')
  expect(write).toHaveBeenCalled()
  expect(remembered()).not.toBeNull()
  await user.click(within(offer()!).getByRole('button', { name: 'Discard' }))
  expect([offer(), remembered()]).toEqual([null, null])
})

test('on another page it is offered with a link, and stands where it was on its own', async () => {
  const other = pagePayload([component('Title', 'other', { title: 'Other' })], {
    path: '/elsewhere',
  })
  const editor = await reopen(storageOf({}), other)
  expect(offer()!.textContent).toContain(interrupted)
  await editor.follow('Open page “Home”')
  await settlePage(editor, samplePage())
  expect(title(1).textContent).toBe('Overture')
  expect(offer()).toBeNull()
})

test('a kind that the site does not have, or that is added at once, is not put on the page', async () => {
  await reopen(storageOf({ type: 'Carousel', data: {} }))
  expect(offer('Not added: Carousel')).not.toBeNull()
  cleanup()
  const { puppets } = await reopen(storageOf({ type: 'Image', data: {} }))
  expect(offer('Not added: Image')).not.toBeNull()
  expect(puppets.addResource.calls).toEqual([])
})

test('it is offered where its place cannot be looked up', async () => {
  const { happen, puppets } = await openEditor({
    controlsResumption: true,
    inspect: coverage.inspect,
  })
  await happen(() =>
    puppets.readWork.settle({
      type: 'xstate.done.actor.readWork',
      output: { edits: [], moves: [], iris: [], addition },
    }),
  )
  await happen(() =>
    puppets.locate.settle({
      type: 'xstate.error.actor.locate',
      error: new Failure('unexpected'),
    }),
  )
  expect(offer()).not.toBeNull()
})

test.each(['Done', 'Sign out'])(
  '%s does not lose what was being added, but leads to it until it is discarded',
  async (leaving) => {
    const { press, user } = await reopen(storageOf({ insertionPoint: gone }))
    const leave = async () => {
      if (leaving === 'Done') return press(leaving)
      await press('Site menu')
      await user.click(screen.getByRole('menuitem', { name: leaving }))
    }
    expect(document.querySelector('[data-save-status]')!.textContent).toBe('Not added yet')
    await leave()
    expect(document.activeElement).toBe(offer())
    expect(remembered()).not.toBeNull()
    expect(screen.queryByRole('button', { name: 'Done' })).not.toBeNull()
    await user.click(within(offer()!).getByRole('button', { name: 'Discard' }))
    await leave()
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull()
  },
)

test('a save while its place is looked up does not lose what was being added', async () => {
  const { press, happen, puppets } = await openEditor({
    controlsResumption: true,
    inspect: coverage.inspect,
  })
  await happen(() =>
    puppets.readWork.settle({
      type: 'xstate.done.actor.readWork',
      output: { edits: [], moves: [], iris: [], addition },
    }),
  )
  await press('Done')
  expect(screen.queryByRole('button', { name: 'Done' })).not.toBeNull()
  await happen(() => puppets.locate.settle({ type: 'xstate.done.actor.locate', output: null }))
  expect(offer()).not.toBeNull()
})

test('another account gets nothing of what was being added', async () => {
  await reopen({ addition: rememberedAdditionText('/users/other', addition)! })
  expect(screen.queryByText('Overture')).toBeNull()
  expect(offer()).toBeNull()
})

coverage.expectAll()
