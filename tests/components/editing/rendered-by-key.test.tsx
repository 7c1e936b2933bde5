import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { openEditor, title, typeInto } from '../../support/editor.tsx'
import { renderedDuring } from '../../support/ui/rendered-components.ts'

afterEach(cleanup)

const count = 200
const middle = count / 2
const headings = Array.from({ length: count }, (_, index) =>
  component('Title', `${index}`, { title: `Heading ${index}` }),
)

test('a key renders no component but the one that is typed into, of all on the page', async () => {
  const { user, happen, cache } = await openEditor({ payload: pagePayload(headings) })
  await user.click(title(middle))
  const edited = headings[middle]!['@id']
  for (const text of ['Heading 100x', 'Heading 100xy', 'Heading 100xyz']) {
    const rendered = await renderedDuring(() => happen(() => typeInto(title(middle), text)))
    expect(rendered.filter((iri) => iri !== edited)).toEqual([])
  }
  // A change of somebody else is rendered, so that the rest is known to have been watched.
  const other = { ...headings[7]!, title: 'Theirs' }
  const rendered = await renderedDuring(async () => {
    await happen(() => cache.save([{ resource: other }]))
    await waitFor(() => expect(title(7).textContent).toBe('Theirs'))
  })
  expect(rendered).toContain(other['@id'])
})
