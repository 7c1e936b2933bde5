import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { boolean, looseObject, maxLength, number, pipe, string } from 'valibot'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type ComponentKind, defineKind } from '#content/model/kind.ts'
import type { Component } from '#content/model/resource.ts'
import { formatParameters, parseParameters } from '#content/links/query-parameters.ts'
import { framingSchema } from '#content/pictures/framing.ts'
import { withoutMissing } from '#src/editor/fields/field-errors.ts'
import { GeneratedFields } from '#src/editor/fields/GeneratedFields.tsx'
import { loadTools } from '#src/editor/load-tools.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { ResourceCacheContext } from '#src/resources/use-resource.ts'
import { createRichTextWrapper } from '../../support/rich-text.tsx'
import { component } from '../../support/content/page-payload.ts'
import { sampleMediaObject } from '../../support/content/sample-media-object.ts'
import { manager, openEditor, title, tool } from '../../support/editor.tsx'

// The dialog of a crop takes long to load on a busy machine.
beforeAll(loadTools)
afterEach(cleanup)

/** A kind with a field of each format. */
const kind: ComponentKind = defineKind({
  type: 'Sample',
  label: 'Sample',
  description: 'A field of each format',
  endpoint: '/component/samples',
  publishable: true,
  instantAdd: false,
  fields: {
    text: {
      label: 'Text',
      format: 'text',
      schema: pipe(string(), maxLength(3, 'Too long.')),
      required: 'Enter a text.',
    },
    longText: {
      label: 'Long text',
      hint: 'As long as you like',
      format: 'longText',
      schema: string(),
    },
    altText: {
      label: 'Alternative text',
      format: 'altText',
      describes: 'file',
      schema: string(),
    },
    html: { label: 'Body', format: 'html', schema: string(), requiredToPublish: 'Write.' },
    url: { label: 'Address', format: 'url', schema: string() },
    route: { label: 'Page', format: 'iri', to: 'ROUTE' },
    iri: { label: 'Resource', format: 'iri', clears: 'route' },
    file: { label: 'Picture', format: 'file' },
    framing: { label: 'Crop', format: 'framing', frames: 'file', schema: framingSchema },
    number: { label: 'Number', format: 'number', schema: number() },
    boolean: { label: 'Switch', format: 'boolean', schema: boolean() },
    choice: {
      label: 'Choice',
      format: 'choice',
      schema: string(),
      choices: [{ value: 'one', label: 'One' }],
    },
    query: { label: 'Query', format: 'query', schema: looseObject({}) },
  },
})

const withMetadata = (resource: Component, metadata: object): Component => ({
  ...resource,
  _metadata: { ...resource._metadata, ...metadata },
})

const cache = createResourceCache()
afterEach(cache.clear)

const openTab = (values: Record<string, unknown> = {}, errors = {}, metadata = {}) => {
  const change = vi.fn()
  const flush = vi.fn()
  render(
    <ResourceCacheContext value={cache}>
      <GeneratedFields
        kind={kind}
        resource={withMetadata(component('Sample', 'one', values), metadata)}
        errors={errors}
        change={change}
        flush={flush}
      />
    </ResourceCacheContext>,
    { wrapper: createRichTextWrapper() },
  )
  return { change, flush, user: userEvent.setup() }
}

/** The text of the sample is required, and its resource takes the place of its page. */
const rules: Record<string, unknown> = { text: { isRequired: true }, iri: { clears: 'route' } }

const control = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

test.each([
  ['Text', 'abc', 'text', 'abc'],
  ['Long text', 'a\nb', 'longText', 'a\nb'],
  ['Alternative text', 'A goat', 'altText', 'A goat'],
  ['Address', ' /about ', 'url', '/about'],
  ['Resource', '/_/pages/1', 'iri', '/_/pages/1'],
  ['Number', '12', 'number', 12],
  ['Query', 'order[title]=asc', 'query', { order: { title: 'asc' } }],
])('%s: what is typed is changed, and saved on blur', (label, typed, field, value) => {
  const { change, flush } = openTab()
  fireEvent.change(control(label), { target: { value: typed } })
  expect(change).toHaveBeenLastCalledWith(field, value, rules[field])
  fireEvent.blur(control(label))
  expect(flush).toHaveBeenCalled()
})

test.each([
  ['blur', () => fireEvent.blur(control('Page'))],
  ['Enter', () => fireEvent.keyDown(control('Page'), { key: 'Enter' })],
])('the words by which a page is searched stay as they are typed, until %s', async (_, leave) => {
  const { change, user } = openTab()
  await user.type(control('Page'), 'About us ')
  expect(control('Page').value).toBe('About us ')
  expect(change).not.toHaveBeenCalled()
  leave()
  expect(change).toHaveBeenLastCalledWith('route', '/_/routes/About us', undefined)
  fireEvent.change(control('Page'), { target: { value: '/about' } })
  leave()
  expect(change).toHaveBeenLastCalledWith('route', '/_/routes//about', undefined)
})

test('words that are no path of a page are marked', () => {
  openTab({ route: '/_/routes/About us' })
  expect(control('Page').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Choose one of the pages that are found')).toBeTruthy()
})

test.each([
  ['Text', { text: 'abc' }, 'text'],
  ['Number', { number: 12 }, 'number'],
  ['Page', { route: '/_/routes//about' }, 'route'],
  ['Query', { query: { order: { title: 'asc' } } }, 'query'],
])('%s: an emptied control removes the value', (label, values, field) => {
  const { change } = openTab(values)
  expect(control(label).value).not.toBe('')
  fireEvent.change(control(label), { target: { value: '' } })
  expect(change).toHaveBeenLastCalledWith(field, null, rules[field])
})

test('choices and switches are saved at once; a value that is not among the choices is shown', async () => {
  const { change, user } = openTab({ choice: 'two' })
  expect(
    within(control('Choice'))
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual(['None', 'One', 'two'])
  await user.selectOptions(control('Choice'), 'one')
  expect(change).toHaveBeenLastCalledWith('choice', 'one', { isChoice: true })
  await user.click(control('Switch'))
  expect(change).toHaveBeenLastCalledWith('boolean', true, { isChoice: true })
})

const storedFiles = {
  mediaObjects: { file: [{ ...sampleMediaObject, width: 1000, height: 800 }] },
}
const croppable = { ...storedFiles, framings: { file: 'framing' } }

test('a crop is applied as one choice that is saved, and removed by a reset', async () => {
  const { change, flush, user } = openTab({}, {}, croppable)
  await user.click(await screen.findByRole('button', { name: 'Crop…' }))
  const right = await screen.findByRole('slider', { name: 'Right edge' })
  right.focus()
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  const framing = { crop: { x: 0, y: 0, width: 0.9, height: 1 } }
  expect(change).toHaveBeenLastCalledWith('framing', framing, { isChoice: true })
  expect(flush).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
  cleanup()
  const opened = openTab({ framing }, {}, croppable)
  await opened.user.click(screen.getByRole('button', { name: 'Crop…' }))
  await opened.user.click(await screen.findByRole('button', { name: 'Reset' }))
  await opened.user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(opened.change).toHaveBeenLastCalledWith('framing', null, { isChoice: true })
})

test('a crop is not offered for what the API cannot crop, nor while a file is being saved', () => {
  openTab({}, {}, storedFiles)
  expect(screen.queryByRole('button', { name: 'Crop…' })).toBeNull()
  cleanup()
  openTab({ file: 'data:image/png;base64,eA==' }, {}, croppable)
  expect(screen.queryByRole('button', { name: 'Crop…' })).toBeNull()
})

test('a picture without an alternative text asks for one, unless it is decorative', async () => {
  const { change, flush, user } = openTab({ file: 'data:image/png;base64,eA==' })
  const hint = () => control('Alternative text').getAttribute('aria-describedby')
  expect(document.getElementById(hint()!)?.textContent).toMatch(/^Missing\./)
  await user.click(control('Decorative: needs no description'))
  expect(change).toHaveBeenLastCalledWith('altText', '', undefined)
  expect(flush).toHaveBeenCalled()
  cleanup()
  openTab({ file: 'data:image/png;base64,eA==', altText: '' })
  expect(hint()).toBeNull()
  expect(control('Decorative: needs no description').checked).toBe(true)
})

test('an alternative text that was written for the picture before is to be checked', () => {
  const stored = withMetadata(component('Sample', 'one', { altText: 'A goat' }), storedFiles)
  const hint = () =>
    document.getElementById(control('Alternative text').getAttribute('aria-describedby') ?? '')
  cache.save([{ resource: stored }])
  const replaced = { file: 'data:image/png;base64,eA==' }
  openTab({ ...replaced, altText: 'A goat' }, {}, storedFiles)
  expect(hint()?.textContent).toBe('Written for the picture before. Check that it fits this one.')
  cleanup()
  openTab({ ...replaced, altText: 'A van' }, {}, storedFiles)
  expect(hint()).toBeNull()
})

test('without a picture no alternative text is asked for', () => {
  openTab()
  expect(control('Alternative text').getAttribute('aria-describedby')).toBeNull()
})

test('a list that is not among the choices is no IRI on the screen', () => {
  openTab({ choice: '/page_data/event_datas' })
  const [, , other] = within(control('Choice')).getAllByRole('option')
  expect(other?.textContent).toBe('Other')
  expect(control('Choice').value).toBe('/page_data/event_datas')
})

test('a chosen file is sent as a data URL', async () => {
  const { change, user } = openTab()
  await user.upload(control('Picture'), new File(['x'], 'x.png', { type: 'image/png' }))
  await waitFor(() =>
    expect(change).toHaveBeenLastCalledWith('file', 'data:image/png;name=x.png;base64,eA==', {
      isChoice: true,
    }),
  )
})

test('HTML is edited as rich text once it is focused', async () => {
  const { user } = openTab({ html: '<p>Words</p>' })
  const body = screen.getByRole('textbox', { name: 'Body' })
  expect(body.textContent).toBe('Words')
  expect(body.getAttribute('contenteditable')).toBeNull()
  await user.click(body)
  expect(body.getAttribute('contenteditable')).toBe('true')
})

test('says what is required, what the schema refuses and what the API refused', () => {
  openTab({ text: 'abcd', url: 'javascript:alert(1)' }, { longText: 'Not this.' })
  const messagesOf = (label: string) =>
    (control(label).getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
  expect(control('Text').getAttribute('aria-required')).toBe('true')
  expect(messagesOf('Text')).toEqual(['Required', 'Too long.'])
  expect(messagesOf('Long text')).toEqual(['As long as you like', 'Not this.'])
  expect(control('Address').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Required to publish')).toBeTruthy()
})

test('what only a publication needs is asked for, and is no error before one was refused', () => {
  const errors = { html: 'Write.', longText: 'Not this.' }
  openTab({}, withoutMissing(errors, kind.fields))
  expect(screen.getByText('Required to publish')).toBeTruthy()
  expect(screen.queryByText('Write.')).toBeNull()
  expect(screen.getByText('Not this.')).toBeTruthy()
  cleanup()
  openTab({}, errors)
  expect(screen.getByText('Write.')).toBeTruthy()
})

test('a kind without an editor is offered, filled in in the panel and added', async () => {
  const { user, press, puppets } = await openEditor()
  await user.click(title())
  await user.click(tool('Add after'))
  await user.click(screen.getByRole('option', { name: 'Form' }))
  await press('Insert')
  await user.selectOptions(within(manager()).getByRole('combobox', { name: 'Form' }), 'example')
  await user.click(tool('Add'))
  expect(puppets.stagedResource.saveChange.calls.at(-1)!.input).toMatchObject({
    kind: 'add',
    endpoint: '/component/forms',
    data: { formType: 'example' },
  })
})

test('query parameters are the same after formatting and parsing', () => {
  const parameters = { order: { title: 'asc' }, tag: ['a&b', '50%'], page: '2' }
  expect(parseParameters(formatParameters(parameters))).toEqual(parameters)
  expect(parseParameters('__proto__[a]=b&c=')).toEqual({})
})

test('what is no address yet is refused only once its field is left', async () => {
  const { change, user } = openTab()
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Address' })
  await user.type(field, 'my new page')
  expect(change).not.toHaveBeenCalled()
  expect(field.value).toBe('my new page')
  await user.tab()
  expect(change).toHaveBeenCalledExactlyOnceWith('url', 'my new page', undefined)
})

test('an address that is not changed is not saved', async () => {
  const { change, user } = openTab({ url: 'example.com' })
  await user.click(screen.getByRole('combobox', { name: 'Address' }))
  await user.tab()
  expect(change).not.toHaveBeenCalled()
})

test.each([
  ['example.com', 'https://example.com'],
  ['eve@example.com', 'mailto:eve@example.com'],
  ['/about', '/about'],
])('the address %s is stored as %s, and shown so once its field is left', async (typed, stored) => {
  const { change, flush, user } = openTab()
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Address' })
  await user.type(field, typed)
  expect(field.value).toBe(typed)
  expect(change).toHaveBeenLastCalledWith('url', stored, undefined)
  await user.tab()
  expect(field.value).toBe(stored)
  expect(flush).toHaveBeenCalled()
})
