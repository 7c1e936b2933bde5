import { useSelector } from '@xstate/react'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { locationOf } from '#content/navigation/location.ts'
import {
  type ItemDialogEvent,
  type ItemDialogRef,
  isAsking,
  isOpen,
  itemDialogMachine,
} from '#machines/admin/item-dialog.ts'
import type { ResourceItemRef } from '#machines/admin/resource-item.ts'
import { type NavigationRef, selectLocation } from '#machines/page/navigation.ts'
import { ItemWithActor } from '#src/admin/resources/PageItemDialog.tsx'
import { controlledCallback } from '#charts/paths/controlled-effects.ts'
import {
  enter,
  itemScreenPath,
  openInfo,
  openItemScreen,
  press,
} from '../../support/resource-item.tsx'

afterEach(cleanup)

interface OverlayProps {
  itemDialogRef: ItemDialogRef
  resourceItemRef: ResourceItemRef
}

function Overlay({ itemDialogRef, resourceItemRef }: OverlayProps) {
  return useSelector(itemDialogRef, isOpen) ? (
    <ItemWithActor path={itemScreenPath} {...{ itemDialogRef, resourceItemRef }} />
  ) : null
}

const openDialog = async () => {
  const navigation = controlledCallback<ItemDialogEvent, object>()
  const itemDialogRef = createActor(
    itemDialogMachine.provide({ actors: { listener: navigation.logic as never } }),
  ).start()
  itemDialogRef.send({ type: 'item.requested', path: '/blog' })
  const opened = openItemScreen(
    () => {},
    itemScreenPath,
    (resourceItemRef) => <Overlay {...{ itemDialogRef, resourceItemRef }} />,
  )
  await opened.read()
  return { itemDialogRef, navigation, system: opened.resourceItemRef.system }
}

const dialog = () => screen.getByRole('dialog', { name: 'home' })
const question = () => screen.getByRole('alertdialog', { name: 'Close without saving?' })

test('shows the item as a form, and closes', async () => {
  const { itemDialogRef } = await openDialog()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Home')
  await press('Close', dialog())
  expect(isOpen(itemDialogRef.getSnapshot())).toBe(false)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('asks before what was entered is lost', async () => {
  const { itemDialogRef } = await openDialog()
  await enter('Title', 'Another')
  await press('Close', dialog())
  await press('Stay', question())
  expect(isAsking(itemDialogRef.getSnapshot())).toBe(false)
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Another')
  await press('Close', dialog())
  await press('Close without saving', question())
  expect(isOpen(itemDialogRef.getSnapshot())).toBe(false)
})

test('shows another of its tabs, which is not in the address of the page', async () => {
  const { system } = await openDialog()
  await openInfo()
  expect(screen.getByRole('tab', { name: 'Info', selected: true })).not.toBeNull()
  const navigationRef: NavigationRef = system.get('navigation')
  expect(selectLocation(navigationRef.getSnapshot())).toEqual(locationOf('/blog'))
})

test('stays open in another of its tabs, and closes on another page', async () => {
  const { itemDialogRef, navigation } = await openDialog()
  const commit = (path: string) =>
    act(async () => navigation.send({ type: 'location.committed', location: locationOf(path) }))
  await commit('/blog#info')
  expect(isOpen(itemDialogRef.getSnapshot())).toBe(true)
  await commit('/about')
  expect(isOpen(itemDialogRef.getSnapshot())).toBe(false)
})
