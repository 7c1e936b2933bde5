/** Positions that show what each page of a template has: their content is added on the page, and chosen in the template. */
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { selectStack } from '#machines/editing/selection/selection.ts'
import {
  type OpenEditor,
  bodyText,
  manager,
  openEditor,
  queryManager,
  title,
  tool,
} from '../../support/editor.tsx'
import { component } from '../../support/content/page-payload.ts'
import {
  type Shown,
  binding,
  pageData,
  position,
  templatePage,
  text,
} from '../../support/content/template-page.ts'

afterEach(cleanup)

const open = (shown: Shown) => openEditor({ payload: templatePage(shown) })
const contentTab = () => screen.getByRole('tab', { name: 'Content' })
const openContent = ({ user }: OpenEditor) => user.click(contentTab())
const selected = ({ editModeRef }: OpenEditor) =>
  selectStack(editModeRef.getSnapshot().children.selection!.getSnapshot())
const shows = () => within(manager()).getByRole<HTMLSelectElement>('combobox', { name: 'Shows' })

test('an empty position of a page invites to add the page’s own content, which no other page gets', async () => {
  const editor = await openEditor({
    payload: templatePage({ isPage: true }),
    readPageCount: () => Promise.resolve(3),
  })
  await editor.user.click(screen.getByText('Body Text is empty. Select it to add something.'))
  await openContent(editor)
  await editor.press('Add Body Text')
  expect(within(manager()).queryByText(/is seen on/)).toBeNull()
  expect(document.activeElement).toBe(bodyText())
  await editor.user.click(tool('Add draft'))
  expect(editor.puppets.stagedResource.saveChange.calls.at(-1)!.input).toMatchObject({
    kind: 'add',
    endpoint: '/component/html_contents',
    fills: { position, iri: pageData, property: 'htmlContent' },
  })
  expect(screen.queryByText(/Select it to add/)).toBeNull()
})

test('what is saved is selected in the position that it fills', async () => {
  const editor = await open({ isPage: true })
  await editor.user.click(screen.getByText(/Body Text is empty/))
  await openContent(editor)
  await editor.press('Add Body Text')
  await editor.user.click(tool('Add draft'))
  const saved = component('HtmlContent', 'new', { html: '<p>Hi</p>', componentPositions: [] })
  await editor.happen(() =>
    editor.puppets.stagedResource.saveChange.settle({
      type: 'xstate.done.actor.saveChange',
      output: { resource: saved },
    }),
  )
  expect(selected(editor).slice(0, 2)).toEqual([saved['@id'], position])
})

test('a position of a page leads to what the page has in it', async () => {
  const editor = await open({ isPage: true, shows: text })
  await editor.user.click(bodyText())
  expect(screen.queryByRole('tab', { name: 'Content' })).toBeNull()
  await editor.press('Placeholder')
  await openContent(editor)
  await editor.press('Select Body Text')
  expect(selected(editor)[0]).toBe(text['@id'])
})

test('a page that shows what others show can have its own', async () => {
  const editor = await open({ isPage: true, shows: text, own: text })
  await editor.user.click(screen.getByText('Words'))
  await openContent(editor)
  expect(screen.getByText('This page has no Body Text of its own.')).toBeTruthy()
})

test('a position of a template shows what each page has, or the same everywhere', async () => {
  const editor = await open({ isPage: false, isBound: false, shows: text, own: text })
  await editor.user.click(title())
  await openContent(editor)
  expect(shows().value).toBe('')
  expect(
    within(shows())
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'The same on all pages',
    'Body Text of each page of “Blog Articles”',
    'Image of each page of “Blog Articles”',
    'Intro content of each page of “Topics”',
  ])
  await editor.user.click(bodyText())
  await openContent(editor)
  await editor.user.selectOptions(shows(), 'Body Text of each page of “Blog Articles”')
  expect(editor.puppets.pendingAction.calls.at(-1)!.input).toEqual({
    kind: 'bind',
    position,
    binding,
  })
})

test('a dynamic position of a template says what comes there, and can be filled for the other pages', async () => {
  const editor = await open({ isPage: false })
  await editor.user.click(
    screen.getByText('Here comes: Body Text of each page of “Blog Articles”.'),
  )
  await openContent(editor)
  expect(shows().selectedOptions[0]?.textContent).toContain('Body Text')
  expect(shows().options[0]?.disabled).toBe(true)
  await editor.press('Add what other pages show')
  const dialog = within(screen.getByRole('dialog', { name: 'Add component' }))
  expect(dialog.queryByRole('option', { name: /of each page/ })).toBeNull()
  await editor.user.click(dialog.getByRole('option', { name: 'Title' }))
  await editor.press('Insert')
  await editor.user.click(tool('Add draft'))
  expect(editor.puppets.stagedResource.saveChange.calls.at(-1)!.input).toMatchObject({
    fills: { position, iri: position, property: 'component' },
  })
})

test('a template offers what each page has among the kinds, and adds it at once', async () => {
  const editor = await open({ isPage: false, shows: text, own: text })
  await editor.user.click(title())
  await editor.press('Add after')
  await editor.user.click(
    screen.getByRole('option', { name: 'Image of each page of “Blog Articles”' }),
  )
  await editor.press('Add now')
  expect(editor.puppets.addResource.calls.at(-1)!.input).toMatchObject({
    endpoint: '/_/component_positions',
    data: { pageDataProperty: 'image', pageDataClass: 'App\\Entity\\BlogArticleData' },
  })
})

test('a page without a template has no such positions', async () => {
  const { user, press } = await openEditor()
  await user.click(title())
  expect(queryManager()).not.toBeNull()
  expect(screen.queryByRole('tab', { name: 'Content' })).toBeNull()
  await press('Add after')
  expect(screen.queryByRole('option', { name: /of each page/ })).toBeNull()
})
