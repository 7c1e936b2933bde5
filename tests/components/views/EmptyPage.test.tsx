import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { component, pagePayload } from '../../support/content/page-payload.ts'
import { renderVisitorApp } from '../../support/ui/render-visitor-app.tsx'

afterEach(cleanup)

const emptyMessage = () => screen.queryByText('There is nothing here yet.')

test('an empty page says so under its own title', () => {
  renderVisitorApp({ '/': pagePayload([], { title: 'Tour dates' }) })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tour dates')
  expect(emptyMessage()).not.toBeNull()
})

test('a page whose only component is hidden counts as empty', () => {
  const hidden = pagePayload([component('Title', '1', { title: 'Not yet' })])
  const isTitle = (type: string) => type === 'Title'
  const entries = hidden.entries.filter(({ resource }) => !isTitle(resource['@type']))
  renderVisitorApp({ '/': { ...hidden, entries } })
  expect(emptyMessage()).not.toBeNull()
})

test('a page with visible content shows no such message', () => {
  renderVisitorApp({ '/': pagePayload([component('Title', '1', { title: 'Hello' })]) })
  expect(emptyMessage()).toBeNull()
})

test('an empty template says that it is filled elsewhere', () => {
  const page = pagePayload([])
  const entries = page.entries.map(({ resource, ...entry }) => ({
    ...entry,
    resource: 'isTemplate' in resource ? { ...resource, isTemplate: true } : resource,
  }))
  renderVisitorApp({ '/': { ...page, entries } })
  expect(emptyMessage()).toBeNull()
  expect(
    screen.getByText('This is a template. It is filled on the pages that use it.'),
  ).toBeTruthy()
})
