import { useSelector } from '@xstate/react'
import { flushSync } from 'react-dom'
import { type ItemConflict, isMergeable } from '#content/admin/item-conflicts.ts'
import { type ItemField, optionsOf } from '#content/admin/item-form.ts'
import type { ItemValue } from '#content/admin/item-values.ts'
import {
  selectConflicts,
  selectDraft,
  selectFollowed,
  selectForm,
  selectLabels,
} from '#machines/admin/resource-item.ts'
import { Button } from '#src/ui/Button.tsx'
import { lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { focusConflicts, focusField } from './item-focus.ts'
import type { ItemProps } from './item-props.ts'
import styles from './ResourceItem.module.css'

const loadMerge = () => import('./ConflictMerge.tsx')
const ConflictTexts = lazyView(async () => (await loadMerge()).ConflictTexts)
const MergeButton = lazyView(async () => (await loadMerge()).MergeButton)

/** Says what somebody else has saved meanwhile, and lets the user decide about each value that both have changed. */
export function ItemConflicts({ resourceItemRef }: ItemProps) {
  const conflicts = useSelector(resourceItemRef, selectConflicts)
  return (
    <>
      <Followed resourceItemRef={resourceItemRef} />
      {conflicts.length === 0 ? null : (
        <section
          role="alert"
          aria-label="Changed by somebody else"
          tabIndex={-1}
          data-item-conflicts=""
          className={styles.notice}
        >
          <p>
            Somebody else has saved other values meanwhile. Nothing of yours is saved yet: decide
            what is kept, then save.
          </p>
          {conflicts.map((conflict) => (
            <Conflict
              key={conflict.field.name}
              conflict={conflict}
              resourceItemRef={resourceItemRef}
            />
          ))}
          <div className={styles.actions}>
            <Button onClick={() => resourceItemRef.send({ type: 'discard.requested' })}>
              Discard my changes
            </Button>
          </div>
        </section>
      )}
    </>
  )
}

/** Says which values are shown as somebody else has saved them. */
function Followed({ resourceItemRef }: ItemProps) {
  const followed = useSelector(resourceItemRef, selectFollowed)
  return (
    <div role="status" className={styles.followed}>
      {followed.length === 0
        ? null
        : `Somebody else has just changed: ${followed.join(', ')}. The new values are shown.`}
    </div>
  )
}

type ConflictProps = ItemProps & { conflict: ItemConflict }

function Conflict({ conflict, resourceItemRef }: ConflictProps) {
  const { field } = conflict
  const mine = useSelector(resourceItemRef, (snapshot) => selectDraft(snapshot)[field.name]) ?? ''
  const texts = isMergeable(conflict, mine) ? { conflict, mine: String(mine) } : null
  const decide = (event: Parameters<typeof resourceItemRef.send>[0]) => {
    flushSync(() => resourceItemRef.send(event))
    focusNext(field)
  }
  const { name } = field
  return (
    <div role="group" aria-label={field.label} className={styles.conflict}>
      <strong>{field.label}</strong>
      <BothValues conflict={conflict} mine={mine} resourceItemRef={resourceItemRef} />
      {texts ? <ConflictTexts {...texts} /> : null}
      <div className={styles.actions}>
        <Button
          variant="solid"
          onClick={() => decide({ type: 'conflict.resolved', name, keep: 'mine' })}
        >
          Keep mine
        </Button>
        <Button onClick={() => decide({ type: 'conflict.resolved', name, keep: 'theirs' })}>
          Take theirs
        </Button>
        {texts ? (
          <MergeButton
            {...texts}
            onMerge={(value) => decide({ type: 'conflict.merged', name, value })}
          />
        ) : null}
      </div>
    </div>
  )
}

const BothValues = ({
  conflict: { field, theirs },
  mine,
  resourceItemRef,
}: ConflictProps & { mine: ItemValue }) => (
  <dl className={styles.values}>
    <dt>Mine</dt>
    <dd>
      <ValueText field={field} value={mine} resourceItemRef={resourceItemRef} />
    </dd>
    <dt>Theirs</dt>
    <dd>
      <ValueText field={field} value={theirs} resourceItemRef={resourceItemRef} />
    </dd>
  </dl>
)

/** Focuses the field that is decided about, to be edited further, or what is still to be decided. */
const focusNext = (field: ItemField) => focusField(field.name) || focusConflicts()

type ValueTextProps = ItemProps & { field: ItemField; value: string | boolean }

/** Shows a value in the words by which it is chosen. */
function ValueText({ field, value, resourceItemRef }: ValueTextProps) {
  const labels = useSelector(resourceItemRef, selectLabels)
  const form = useSelector(resourceItemRef, selectForm)!
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const chosen = optionsOf(form, {}, field).find((option) => option.value === value)
  return chosen?.label ?? labels[value] ?? (value || <em>nothing</em>)
}
