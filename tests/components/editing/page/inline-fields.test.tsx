import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { string } from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { shownFieldsOf } from '#content/model/field.ts'
import { type ComponentKind, defineKind } from '#content/model/kind.ts'
import { GeneratedFields } from '#src/editor/fields/GeneratedFields.tsx'
import { withInlineEditors } from '#src/editor/fields/inline-editors.tsx'
import { createRegistry } from '#src/app/services/create-registry.ts'
import { createGeneratedView } from '#src/views/registry/generated-view.tsx'
import { createLazyViews } from '#src/views/registry/lazy-views.ts'
import { loadAllViews } from '#src/views/registry/load-views.ts'
import { RegistryProvider, useView } from '#src/views/registry/registry.ts'
import { createRichTextWrapper } from '../../../support/rich-text.tsx'
import { component } from '../../../support/content/page-payload.ts'
import { typeInto } from '../../../support/editor.tsx'

afterEach(cleanup)

/** A kind with two inline fields and one that is not, without a view or an editor of its own. */
const kind: ComponentKind = defineKind({
  type: 'Sample',
  label: 'Sample',
  description: 'Fields that are typed on the page',
  endpoint: '/component/samples',
  publishable: true,
  instantAdd: false,
  fields: {
    name: { label: 'Name', format: 'text', schema: string(), inline: true },
    body: { label: 'Body', format: 'html', schema: string(), inline: true },
    note: { label: 'Note', format: 'text', schema: string() },
  },
})
const generated = shownFieldsOf([kind])
const { View } = createGeneratedView(generated['Sample']!)

const renderSample = (data: Record<string, unknown>, selected = false) => {
  const change = vi.fn()
  const flush = vi.fn()
  const editProps = { resource: component('Sample', 'one', data), errors: {}, change, flush }
  const resource = withInlineEditors(kind, editProps, selected)
  render(
    <>
      <View iri={resource['@id']} resource={resource} position={null} />
      <GeneratedFields kind={kind} {...editProps} />
    </>,
    { wrapper: createRichTextWrapper() },
  )
  return { change, flush }
}

const field = (name: string) => screen.getByRole('textbox', { name })

test('an inline text is typed where the view shows it, and has no control in the panel', () => {
  const { change, flush } = renderSample({ name: 'Ada', note: 'First' })
  expect(field('Name').parentElement!.outerHTML).toMatch(/^<p><span/)
  expect(field('Name').textContent).toBe('Ada')
  typeInto(field('Name'), 'Grace')
  expect(change).toHaveBeenLastCalledWith('name', 'Grace', { isRequired: false })
  typeInto(field('Name'), '')
  expect(change).toHaveBeenLastCalledWith('name', null, { isRequired: false })
  fireEvent.blur(field('Name'))
  expect(flush).toHaveBeenCalled()
})

test('inline HTML is edited as rich text where the view shows it, with format buttons beside it', async () => {
  renderSample({ body: '<p>Words</p>' }, true)
  expect(field('Body').closest('[data-field]')).toBeTruthy()
  expect(field('Body').getAttribute('contenteditable')).toBe('true')
  await userEvent.click(field('Body'))
  expect(screen.getAllByRole('button', { name: 'Bold' })).toHaveLength(1)
})

test('inline HTML is shown without an editor until its component is selected', () => {
  renderSample({ body: '<p>Words</p>' })
  expect(field('Body').textContent).toBe('Words')
  expect(field('Body').getAttribute('contenteditable')).toBeNull()
})

test('a field that is not inline is shown on the page and edited in the panel', async () => {
  const { change } = renderSample({ note: 'First' })
  expect(document.querySelector('[data-field="note"]')!.innerHTML).toBe('<p>First</p>')
  await userEvent.type(screen.getByLabelText('Note'), '!')
  expect(change).toHaveBeenLastCalledWith('note', 'First!', undefined)
})

test('the field that is typed in keeps its element, focus and words when all views are loaded again', async () => {
  const none = { components: {}, layouts: {}, templates: {} }
  const lazyViews = createLazyViews('site/', none)
  const registry = createRegistry({ ...none, lazyViews: async () => lazyViews }, generated)
  await loadAllViews(registry)
  const editProps = {
    resource: component('Sample', 'one', { name: 'Ada' }),
    errors: {},
    change: () => {},
    flush: () => {},
  }
  const resource = withInlineEditors(kind, editProps, false)
  const Registered = () => {
    const { View: Found } = useView('components', 'Sample')!
    return <Found iri={resource['@id']} resource={resource} position={null} />
  }
  render(
    <RegistryProvider value={registry}>
      <Registered />
    </RegistryProvider>,
    { wrapper: createRichTextWrapper() },
  )
  const element = field('Name')
  element.focus()
  typeInto(element, 'Ada Lovelace')
  await act(() => loadAllViews(registry))
  expect(field('Name')).toBe(element)
  expect(document.activeElement).toBe(element)
  expect(element.textContent).toBe('Ada Lovelace')
})
