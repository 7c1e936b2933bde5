import { useSelector } from '@xstate/react'
import { type ItemCopyRef, isCopying, selectFailure } from '#machines/admin/item-copy.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'

/** Copies an item of data with content of its own, and opens the copy. */
export function CopyButton({ itemCopyRef }: { itemCopyRef: ItemCopyRef }) {
  const copying = useSelector(itemCopyRef, isCopying)
  const failure = useSelector(itemCopyRef, selectFailure)
  return (
    <>
      <Button busy={copying} onClick={() => itemCopyRef.send({ type: 'copy.requested' })}>
        Duplicate
      </Button>
      <FailureAlert failure={failure} />
    </>
  )
}
