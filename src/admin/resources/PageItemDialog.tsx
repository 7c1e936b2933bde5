import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { pageItemPath } from '#content/admin/resource-rows.ts'
import type { AssembledPage } from '#content/page/page.ts'
import { type ItemDialogRef, isAsking } from '#machines/admin/item-dialog.ts'
import type { ResourceItemRef } from '#machines/admin/resource-item.ts'
import { pageItem } from '#src/app/effects/admin/resource-item-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { useResource } from '#src/resources/use-resource.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { WriteSweep } from '#src/views/chrome/WriteSweep.tsx'
import screenStyles from '../AdminScreen.module.css'
import { useItemPageOf } from '../hooks/use-item-page.ts'
import { useItemHeader } from './ItemHeader.tsx'
import headerStyles from './ItemHeader.module.css'
import { ItemBody } from './ResourceItemScreen.tsx'

interface PageItemProps {
  page: AssembledPage
  itemDialogRef: ItemDialogRef
}

/** Shows the page at which it is opened, or its data, as a form over that page. */
export function PageItemDialog({ page, itemDialogRef }: PageItemProps) {
  const data = useResource(page.pageData)
  const path = pageItemPath(page, data)
  return path === null ? null : <ItemAt path={path} itemDialogRef={itemDialogRef} />
}

type ItemAtProps = Pick<PageItemProps, 'itemDialogRef'> & { path: string }

function ItemAt({ path, itemDialogRef }: ItemAtProps) {
  const resourceItemRef = useViewActor('resourceItem', pageItem, { path })
  return <ItemWithActor {...{ path, itemDialogRef, resourceItemRef }} />
}

/**
 * Renders the dialog of an actor that is already running.
 * @internal Exported for tests.
 */
export function ItemWithActor({
  path,
  itemDialogRef,
  resourceItemRef,
}: ItemAtProps & { resourceItemRef: ResourceItemRef }) {
  const item = useItemPageOf(path, resourceItemRef)
  const { editor, controls } = useItemHeader(item, resourceItemRef)
  const asking = useSelector(itemDialogRef, isAsking)
  const dismiss = () => itemDialogRef.send({ type: 'item.dismissed', isUnsaved: item.isChanged })
  return (
    <Dialog label={item.name || 'Page'} width="wide" onDismiss={dismiss}>
      <WriteSweep />
      <div
        className={classNames(headerStyles.overPage, screenStyles.standing)}
        data-standing={item.standing ?? undefined}
      >
        {editor}
        {controls}
      </div>
      <ItemBody item={item} path={path} resourceItemRef={resourceItemRef} isOverPage />
      <DialogActions>
        <Button onClick={dismiss}>Close</Button>
      </DialogActions>
      {asking ? <Question itemDialogRef={itemDialogRef} /> : null}
    </Dialog>
  )
}

/** Asks before what was entered is lost. */
function Question({ itemDialogRef }: Pick<PageItemProps, 'itemDialogRef'>) {
  const descriptionId = useId()
  const stay = () => itemDialogRef.send({ type: 'dismissal.canceled' })
  return (
    <Dialog
      label="Close without saving?"
      role="alertdialog"
      describedBy={descriptionId}
      onDismiss={stay}
    >
      <p id={descriptionId}>What you have changed here is not saved yet.</p>
      <DialogActions>
        <Button onClick={stay}>Stay</Button>
        <Button
          variant="danger"
          onClick={() => itemDialogRef.send({ type: 'dismissal.confirmed' })}
        >
          Close without saving
        </Button>
      </DialogActions>
    </Dialog>
  )
}
