import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SimulatedClock, createActor } from 'xstate'
import type { FoundChoices } from '#content/admin/item-form.ts'
import {
  type ChoiceRequest,
  choiceSearchMachine,
  selectIndex,
  selectMessage,
} from '#machines/admin/choice-search.ts'
import { type ResourceItemRef, resourceItemMachine } from '#machines/admin/resource-item.ts'
import { ChoiceWithActor, type SearchedField } from '#src/admin/resources/ChoiceField.tsx'
import { choiceSearchPaths, foundParents } from '../../support/machines/admin-paths.ts'
import { cover } from '../../support/machines/coverage.ts'
import { controlledPromise } from '#charts/paths/controlled-effects.ts'
import { type Answer, coveringPaths, namedPaths, pathsOf } from '#charts/paths/paths.ts'
import { itemForm, openItemScreen } from '../../support/resource-item.tsx'
import { useItemPageOf } from '#src/admin/hooks/use-item-page.ts'

const coverage = cover(choiceSearchMachine)
afterEach(cleanup)

const path = '/_cwa/pages/%2F_%2Fpages%2F1'
const field: SearchedField = {
  name: 'parent',
  label: 'Parent',
  format: 'parent',
  search: 'parents',
  options: [
    { value: '', label: 'None' },
    { value: '/_/pages/3', label: '/about – About' },
  ],
}
const form = {
  ...itemForm('"1"', { '@id': '/_/pages/1', parentPage: '/_/pages/3' }),
  fields: [field],
}

const openField = async () => {
  const search = controlledPromise<FoundChoices, ChoiceRequest>()
  const clock = new SimulatedClock()
  const machine = choiceSearchMachine.provide({ actors: { searchChoices: search.logic } })
  const searchRef = createActor(machine, {
    clock,
    input: choiceSearchPaths.input,
    inspect: coverage.inspect,
  }).start()
  const Field = ({ resourceItemRef }: { resourceItemRef: ResourceItemRef }) => {
    const { fields } = useItemPageOf(path, resourceItemRef)
    return fields ? (
      <main>
        <ChoiceWithActor {...{ field, resourceItemRef, searchRef }} />
      </main>
    ) : null
  }
  const { read, resourceItemRef } = openItemScreen(
    cover(resourceItemMachine).inspect,
    path,
    (ref) => <Field resourceItemRef={ref} />,
  )
  await read(form)
  const settle = (event: Answer) => act(async () => search.settle(event as never))
  const find = () => settle({ type: 'xstate.done.actor.searchChoices', output: foundParents })
  return { searchRef, search, clock, settle, find, resourceItemRef }
}

let opened: Awaited<ReturnType<typeof openField>>
beforeEach(async () => {
  opened = await openField()
})

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Parent' })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const type = (value: string) => act(async () => fireEvent.change(input(), { target: { value } }))
const press = (key: string) => act(async () => fireEvent.keyDown(input(), { key }))
const wait = (time: number) => act(async () => void opened.clock.increment(time))
const entered = () => opened.resourceItemRef.getSnapshot().context.draft['parent']

const gestures: Record<string, () => Promise<unknown>> = {
  'query.changed': () => type('blog'),
  'search.requested': () => press('ArrowDown'),
  'option.moved': () => press('ArrowDown'),
  'search.dismissed': () => act(async () => fireEvent.blur(input())),
  'xstate.after.debounce.choiceSearch.debouncing': () => wait(250),
}

test.each(namedPaths(coveringPaths(pathsOf(choiceSearchMachine, choiceSearchPaths))))(
  '%s',
  async (_, { events, next }) => {
    for (const event of events)
      await (gestures[event.type] ?? (() => opened.settle(event as unknown as Answer)))()
    const snapshot = opened.searchRef.getSnapshot()
    expect(snapshot.value).toEqual(next.value)
    expect(snapshot.context).toEqual(next.context)
    expect(input().getAttribute('aria-expanded')).toBe(String(options().length > 0))
    expect(screen.getByRole('status').textContent).toBe(selectMessage(next) ?? '')
    expect(input().getAttribute('aria-activedescendant') !== null).toBe(selectIndex(next) !== null)
  },
)

test('shows the stored parent, and chooses another by keyboard', async () => {
  expect(input().value).toBe('/about – About')
  await type('blog')
  await wait(250)
  expect(opened.search.calls[0]!.input).toEqual({ ...choiceSearchPaths.input, query: 'blog' })
  await opened.find()
  expect(options()).toEqual(['None', '/blog – Blog'])
  await press('ArrowDown')
  await press('ArrowDown')
  await press('Enter')
  expect([input().value, entered(), options()]).toEqual(['/blog – Blog', '/_/pages/2', []])
})

test('chooses by a press, and keeps what was chosen when something else is typed and left', async () => {
  await act(async () => fireEvent.click(input()))
  await opened.find()
  await act(async () => fireEvent.click(screen.getByRole('option', { name: '/blog – Blog' })))
  await type('ab')
  await act(async () => fireEvent.blur(input()))
  expect([input().value, entered()]).toEqual(['/blog – Blog', '/_/pages/2'])
  await type('ab')
  await press('Enter')
  expect(input().value).toBe('/blog – Blog')
})

test('chooses nothing when it is emptied and left, and Escape closes the list', async () => {
  await press('ArrowDown')
  await opened.find()
  await press('Escape')
  expect(options()).toEqual([])
  await type('')
  await act(async () => fireEvent.blur(input()))
  expect([input().value, entered()]).toEqual(['None', ''])
})

coverage.expectAll()
