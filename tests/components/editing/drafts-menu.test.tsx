import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { draftsMenuMachine } from '#machines/editing/drafts-menu.ts'
import { type OpenEditor, changeLayout, openEditor, sampleDraft } from '../../support/editor.tsx'
import { cover } from '../../support/machines/coverage.ts'

const coverage = cover(draftsMenuMachine)
afterEach(cleanup)

const menuButton = () => screen.queryByRole('button', { name: /drafts? on this page/ })

test('the drafts of the page are counted, listed by their text, and shown when selected', async () => {
  const { user } = await openEditor({ inspect: coverage.inspect })
  expect(menuButton()?.getAttribute('aria-label')).toBe('1 draft on this page')
  await user.click(menuButton()!)
  await user.click(screen.getByRole('menuitem', { name: 'Title Coda, rewritten' }))
  const selected = document.querySelector('[data-area="page"] [aria-current="true"]')
  expect(selected?.getAttribute('data-iri')).toBe(sampleDraft['@id'])
  await expect
    .poll(() => document.activeElement?.getAttribute('aria-label'))
    .toBe('Resource manager')
})

test('closing the menu without a choice leaves the focus on its button', async () => {
  const { user } = await openEditor({ inspect: coverage.inspect })
  await user.click(menuButton()!)
  await user.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(menuButton())
})

test('closing the menu after an earlier choice leaves the focus on its button, too', async () => {
  const { user } = await openEditor({ inspect: coverage.inspect })
  await user.click(menuButton()!)
  await user.click(screen.getByRole('menuitem', { name: 'Title Coda, rewritten' }))
  await user.click(menuButton()!)
  await user.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(menuButton())
})

const intents = ({ puppets }: OpenEditor) =>
  puppets.changeRun.calls.map(({ input: { job } }) => job.kind === 'apply' && job.intent)

test('the page is published from the menu', async () => {
  const editor = await openEditor({ inspect: coverage.inspect, controlsChangeRuns: true })
  await editor.user.click(menuButton()!)
  await editor.user.click(screen.getByRole('menuitem', { name: 'Publish page' }))
  expect(intents(editor)).toEqual([{ kind: 'publishAll', iris: [sampleDraft['@id']] }])
})

test.each([
  ['10 pages', 'In the layout, seen on 10 pages', () => Promise.resolve(10)],
  ['all pages of the layout', 'In the layout', () => Promise.reject(new Error('unknown'))],
])('drafts of the layout say before it that they change %s', async (pages, note, readPageCount) => {
  const requested: string[] = []
  const editor = await openEditor({
    inspect: coverage.inspect,
    readPageCount: (iri) => {
      requested.push(iri)
      return readPageCount()
    },
  })
  await changeLayout(editor)
  await editor.user.click(menuButton()!)
  expect(
    await screen.findByRole('menuitem', { name: `Publish page Changes ${pages}` }),
  ).toBeTruthy()
  expect(screen.getByText(note)).toBeTruthy()
  expect(new Set(requested)).toEqual(new Set(['/_/layouts/main']))
})

test('what is not ready is named, and nothing is published while nothing else is there', async () => {
  const editor = await openEditor({ inspect: coverage.inspect, controlsChangeRuns: true })
  const violations = [{ propertyPath: 'file', message: 'Choose a picture.' }]
  const unready = {
    ...sampleDraft,
    _metadata: { ...sampleDraft._metadata, violations: { title: '', detail: '', violations } },
  }
  await editor.happen(() => editor.cache.save([{ resource: unready }]))
  await editor.user.click(menuButton()!)
  expect(screen.getByText('Not ready: Choose a picture.')).toBeTruthy()
  const publish = screen.getByRole('menuitem', {
    name: 'Publish page without what is not ready (1)',
  })
  expect(publish.getAttribute('aria-disabled')).toBe('true')
})

test('drafts are marked on the page, live components are not', async () => {
  await openEditor({ inspect: coverage.inspect })
  const marked = [...document.querySelectorAll('[data-draft-mark]')].map(
    (mark) => mark.closest<HTMLElement>('[data-iri]')?.dataset['iri'],
  )
  expect(marked).toEqual([sampleDraft['@id']])
})

coverage.expectAll()
