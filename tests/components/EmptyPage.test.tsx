import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { component, pageOf } from '../support/page.ts'
import { visit } from '../support/visit.tsx'

afterEach(cleanup)

const words = () => screen.queryByText('There is nothing here yet.')

test('a page with nothing on it says so, under its own title', () => {
  visit({ '/': pageOf([], { title: 'Tour dates' }) })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Tour dates')
  expect(words()).not.toBeNull()
})

test('a page whose only component is not to be seen yet is as empty', () => {
  const hidden = pageOf([component('Title', '1', { title: 'Not yet' })])
  const isTitle = (type: string) => type === 'Title'
  const entries = hidden.entries.filter(({ resource }) => !isTitle(resource['@type']))
  visit({ '/': { ...hidden, entries } })
  expect(words()).not.toBeNull()
})

test('a page with something on it says nothing', () => {
  visit({ '/': pageOf([component('Title', '1', { title: 'Hello' })]) })
  expect(words()).toBeNull()
})
