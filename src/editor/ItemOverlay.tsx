import { useSelector } from '@xstate/react'
import type { ComponentType } from 'react'
import type { AssembledPage } from '#content/page/page.ts'
import { type ItemDialogRef, isOpen } from '#machines/admin/item-dialog.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useCurrentPage } from './hooks/use-content-scope.ts'

/** The form of an item, which is a part of the admin area and loaded when it is opened. */
export type PageItemView = ComponentType<PageItemProps>

export interface PageItemProps {
  page: AssembledPage
  itemDialogRef: ItemDialogRef
}

/** Shows the page as an item of the admin area once that is requested. */
export function ItemOverlay({ PageItem }: { PageItem: PageItemView }) {
  const itemDialogRef = useAppActor('itemDialog')
  const page = useCurrentPage()
  const open = useSelector(itemDialogRef, isOpen)
  return open && page ? <PageItem page={page} itemDialogRef={itemDialogRef} /> : null
}
