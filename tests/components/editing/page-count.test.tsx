import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { failureFromStatus } from '#content/model/failure.ts'
import { pageCountMachine } from '#machines/editing/page-count.ts'
import { cover } from '../../support/machines/coverage.ts'
import {
  addFooter,
  footerGroup,
  hub,
  openEditor,
  sampleGroup,
  selectLink,
  selectMenuLink,
  selectTitleAndText,
  settleRun,
  signInAgain,
  title,
} from '../../support/editor.tsx'

const coverage = cover(pageCountMachine)
afterEach(cleanup)

const note = () => {
  const panel = screen.getByRole('region', { name: 'Resource manager' })
  return within(panel).queryByRole('note')?.textContent ?? null
}

const openCounted = async (readPageCount: () => Promise<number>) => {
  const requested: string[] = []
  const editor = await openEditor({
    inspect: coverage.inspect,
    readPageCount: (iri) => {
      requested.push(iri)
      return readPageCount()
    },
  })
  return { ...editor, requested }
}

test('a change to what is on several pages says so before it is made', async () => {
  const { user, requested } = await openCounted(() => Promise.resolve(4))
  await user.click(title())
  expect(requested).toEqual(['/component/Title/one'])
  expect(note()).toBe('A change here is seen on 4 pages.')
})

test('a change to what is on one page only says nothing', async () => {
  const { user } = await openCounted(() => Promise.resolve(1))
  await user.click(title())
  expect(note()).toBeNull()
})

test('the layout says so in any case, and without the number while it is unknown', async () => {
  let answer = (_: number) => {}
  const editor = await openCounted(() => new Promise((resolve) => (answer = resolve)))
  await selectLink(editor)
  expect(note()).toBe('This is part of the layout, which other pages may share.')
  await act(async () => answer(1))
  expect(note()).toBe('This is part of the layout. A change here is seen on 1 page.')
})

test('an API that does not tell the number is no problem', async () => {
  const editor = await openCounted(() => Promise.reject(new Error('Not Found')))
  await selectLink(editor)
  expect(note()).toBe('This is part of the layout, which other pages may share.')
})

test('is read again once the session is renewed, without which it is not told', async () => {
  let hasSession = false
  const editor = await openCounted(async () => {
    if (!hasSession) throw failureFromStatus(401)
    return 4
  })
  await editor.user.click(title())
  expect(note()).toBeNull()
  hasSession = true
  await signInAgain(editor)
  expect(note()).toBe('A change here is seen on 4 pages.')
})

test('is read again once a move to another section is saved', async () => {
  let pages = 1
  const editor = await openEditor({
    hub,
    controlsChangeRuns: true,
    inspect: coverage.inspect,
    readPageCount: () => Promise.resolve(pages),
  })
  await selectMenuLink(editor)
  await editor.press('Ok')
  await addFooter(editor)
  await editor.user.click(screen.getByRole('tab', { name: 'Order' }))
  await editor.user.selectOptions(screen.getByLabelText('Section'), footerGroup)
  expect(note()).toBe('This is part of the layout. A change here is seen on 1 page.')
  pages = 10
  await settleRun(editor, {})
  expect(note()).toBe('This is part of the layout. A change here is seen on 10 pages.')
})

test('a deletion says that visitors see it at once, and on how many pages', async () => {
  const editor = await openEditor({
    controlsChangeRuns: true,
    readPageCount: () => Promise.resolve(4),
  })
  await editor.user.click(title())
  await editor.press('Delete')
  expect(screen.getByRole('dialog').textContent).toContain(
    'Visitors see at once that it is gone, on 4 pages.',
  )
})

test('a deletion of several counts the pages of their section', async () => {
  const requested: string[] = []
  const editor = await openEditor({
    controlsChangeRuns: true,
    readPageCount: (iri) => {
      requested.push(iri)
      return Promise.resolve(4)
    },
  })
  await selectTitleAndText(editor)
  requested.length = 0
  await editor.press('Delete')
  expect(screen.getByRole('dialog').textContent).toContain(', on 4 pages.')
  expect(requested).toEqual([sampleGroup])
})

coverage.expectAll()
