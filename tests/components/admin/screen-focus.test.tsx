import type { ReactNode } from 'react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { locationOf } from '#content/navigation/location.ts'
import { selectNavigationFocusRef } from '#machines/app/deferred.ts'
import { AdminScreen } from '#src/admin/AdminScreen.tsx'
import { useReturnToRow, useRowToReturnTo } from '#src/admin/resources/return-to-row.ts'
import { AppProvider } from '#src/app/shell/app-context.tsx'
import { pagePayload } from '../../support/content/page-payload.ts'
import { startApp } from '../../support/machines/app-actors.ts'

afterEach(cleanup)

const start = () => startApp('/list', { payload: pagePayload([], { path: '/list' }) }).appRef
type AppRef = ReturnType<typeof start>

const show = (appRef: AppRef, children: ReactNode) =>
  render(<AppProvider value={appRef}>{children}</AppProvider>)

/** Has the focus set after a navigation, while the code of the screen is still loading. */
const enterScreen = (appRef: AppRef) => {
  const placeholder = document.createElement('main')
  document.body.append(placeholder)
  const deferred = appRef.getSnapshot().children.deferred!
  selectNavigationFocusRef(deferred.getSnapshot())!.send({
    type: 'page.rendered',
    pageKey: '/other',
    location: locationOf('/other'),
    title: 'Other',
  })
  placeholder.remove()
}

const Screen = () => (
  <AdminScreen title="Other" navigation={false}>
    <p>Text</p>
  </AdminScreen>
)

test('the heading of a screen gets the focus when its code arrives after the navigation', () => {
  const appRef = start()
  enterScreen(appRef)
  show(appRef, <Screen />)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Other' }))
})

test('the first screen leaves the focus where the browser has it', () => {
  show(start(), <Screen />)
  expect(document.activeElement).toBe(document.body)
})

test('a screen does not take the focus from what has it', () => {
  const appRef = start()
  enterScreen(appRef)
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  show(appRef, <Screen />)
  expect(document.activeElement).toBe(button)
  button.remove()
})

function Item({ listPath }: { listPath: string }) {
  useRowToReturnTo('/_/pages/2', listPath)
  return null
}

function List({ isShown }: { isShown: boolean }) {
  useReturnToRow(isShown)
  return (
    <>
      <h1 tabIndex={-1}>Pages</h1>
      {isShown
        ? ['1', '2'].map((id) => (
            <a key={id} href="/" data-row={`/_/pages/${id}`}>
              {id}
            </a>
          ))
        : null}
    </>
  )
}

/** Leaves the item at the path of the app, `/list`, for what is there, whose heading gets the focus. */
const leaveItem = (appRef: AppRef, listPath: string) => {
  const { rerender } = show(appRef, <Item listPath={listPath} />)
  const showList = (isShown: boolean) =>
    rerender(
      <AppProvider value={appRef}>
        <List isShown={isShown} />
      </AppProvider>,
    )
  showList(false)
  screen.getByRole('heading').focus()
  return () => showList(true)
}

test('the row of the item that was left has the focus again, once it is there', () => {
  leaveItem(start(), '/list')()
  expect(document.activeElement?.textContent).toBe('2')
})

test('the focus stays where it was moved while the rows were loading, then and later', () => {
  const showRows = leaveItem(start(), '/list')
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  showRows()
  expect(document.activeElement).toBe(button)
  button.remove()
  cleanup()
  leaveItem(start(), '/another-list')()
  expect(document.activeElement?.textContent).toBe('Pages')
})
