/** Tests editing the live version of a component that has a draft. */
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { component } from '../../support/content/page-payload.ts'
import {
  type OpenEditor,
  bodyText,
  manager,
  openEditor,
  sampleDraft,
  settleRun,
  title,
  tool,
  typeInto,
} from '../../support/editor.tsx'

afterEach(cleanup)

const { '@id': draft, publishedResource: live } = sampleDraft
const sampleLive = component('Title', 'three', { title: 'Coda', draftResource: draft })

const intents = ({ puppets }: OpenEditor) =>
  puppets.changeRun.calls.map(({ input: { job } }) => job.kind === 'apply' && job.intent)
const notice = () => within(manager()).queryByText(/Visitors see each change at once/)

/** Selects a draft, and then its live version. */
const openLive = async () => {
  const editor = await openEditor({ controlsChangeRuns: true })
  await editor.user.click(screen.getByText('Coda, rewritten'))
  await editor.user.click(screen.getByRole('tab', { name: 'Publish' }))
  expect(notice()).toBeNull()
  await editor.user.click(screen.getByLabelText('Edit live version'))
  return editor
}
const texts = () =>
  screen.getAllByRole('textbox', { name: 'Title' }).map((each) => each.textContent)

test('the panel says that visitors see it, and what is typed goes to the live version', async () => {
  const editor = await openLive()
  expect(notice()).toBeTruthy()
  expect(texts().at(-1)).toBe('Coda')
  // A press into its text selects nothing else.
  await editor.user.click(title(texts().length - 1))
  expect(notice()).toBeTruthy()
  typeInto(title(texts().length - 1), 'Coda at once')
  await editor.wait(250)
  expect(intents(editor)).toMatchObject([
    { kind: 'set', iri: live, property: 'title', value: 'Coda at once', isLive: true },
  ])
})

test('the notice leads back to the draft, in which the same property is edited by itself', async () => {
  const editor = await openLive()
  typeInto(title(texts().length - 1), 'Coda at once')
  await editor.press('Edit the draft')
  expect(notice()).toBeNull()
  expect(texts().at(-1)).toBe('Coda, rewritten')
  typeInto(title(texts().length - 1), 'Coda, once more')
  await editor.wait(250)
  expect(intents(editor)[0]).toMatchObject({ iri: live, value: 'Coda at once', isLive: true })
  expect(texts().at(-1)).toBe('Coda, once more')
  await settleRun(editor, { result: { resource: { ...sampleLive, title: 'Coda at once' } } })
  expect(intents(editor).at(-1)).toMatchObject({ iri: draft, value: 'Coda, once more' })
  expect(intents(editor).at(-1)).not.toHaveProperty('isLive')
})

test('the panel says that visitors see a move at once, until something else is selected', async () => {
  const { user } = await openEditor()
  const seen = () => within(manager()).queryByText('Visitors see this move at once.')
  await user.click(title())
  expect(seen()).toBeNull()
  await user.click(tool('Move down'))
  expect(seen()).not.toBeNull()
  await user.click(bodyText())
  expect(seen()).toBeNull()
})
