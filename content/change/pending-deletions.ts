/** Tells what deletions that are not saved yet will remove from a page. */
import { positionsOfComponent } from '../model/component-versions.ts'
import { type Iri, isIriOf } from '../model/iri.ts'
import type { ReadResource } from '../model/resource.ts'
import type { ChangeRequest } from './change-queue.ts'
import { readPositions, versionsOf } from './component-uses.ts'
import type { IntentOf } from './types.ts'

type Deletion = IntentOf<'delete' | 'deleteAll'>

/** Returns the deletions among the changes that are not saved yet. One that is refused is not among them any more. */
export const deletionsIn = (queue: readonly ChangeRequest[]): Deletion[] =>
  queue.flatMap(({ intent }) =>
    intent.kind === 'delete' || intent.kind === 'deleteAll' ? intent : [],
  )

/** Returns the positions that a deletion removes. */
export const positionsDeletedBy = (
  deletion: Deletion,
  read: ReadResource,
): readonly Iri<'COMPONENT_POSITION'>[] => {
  if (deletion.kind === 'deleteAll') return deletion.positions
  const { iri, isDraft = false } = deletion
  if (isIriOf('COMPONENT_POSITION', iri)) return [iri]
  // Of two versions, the other one takes the place of the deleted one.
  if (!isIriOf('COMPONENT', iri) || isDraft || versionsOf(iri, read).length > 1) return []
  // A dynamic position stays and is empty then.
  return readPositions(positionsOfComponent(iri, read), read)
    .filter(({ pageDataProperty }) => !pageDataProperty)
    .map((position) => position['@id'])
}
