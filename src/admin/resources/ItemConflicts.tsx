import { useSelector } from '@xstate/react'
import { type ItemConflict, type ItemField, optionsOf } from '#content/admin/item-form.ts'
import { type ItemSaveRef, selectConflicts, selectTheirForm } from '#machines/admin/item-save.ts'
import { selectLabels } from '#machines/admin/resource-item.ts'
import { Button } from '#src/ui/Button.tsx'
import type { ItemProps } from './item-props.ts'
import styles from './ResourceItem.module.css'

interface ConflictsProps extends ItemProps {
  itemSaveRef: ItemSaveRef
}

/** Lets the user decide about each value that somebody else has changed, too. */
export function ItemConflicts({ itemSaveRef, resourceItemRef }: ConflictsProps) {
  const conflicts = useSelector(itemSaveRef, selectConflicts)
  if (conflicts.length === 0) return null
  return (
    <section role="alert" aria-label="Changed by somebody else" className={styles.notice}>
      <p>
        Somebody else has saved other values meanwhile. Nothing of yours is saved yet: decide what
        is kept.
      </p>
      {conflicts.map((conflict) => (
        <Conflict key={conflict.field.name} {...{ conflict, itemSaveRef, resourceItemRef }} />
      ))}
      <div className={styles.actions}>
        <Button onClick={() => itemSaveRef.send({ type: 'changes.discarded' })}>
          Discard my changes
        </Button>
      </div>
    </section>
  )
}

function Conflict({ conflict, ...refs }: ConflictsProps & { conflict: ItemConflict }) {
  const { field, mine, theirs } = conflict
  const resolve = (keep: 'mine' | 'theirs') => () =>
    refs.itemSaveRef.send({ type: 'conflict.resolved', name: field.name, keep })
  return (
    <div role="group" aria-label={field.label} className={styles.conflict}>
      <strong>{field.label}</strong>
      <dl className={styles.values}>
        <dt>Mine</dt>
        <dd>
          <ValueText field={field} value={mine} {...refs} />
        </dd>
        <dt>Theirs</dt>
        <dd>
          <ValueText field={field} value={theirs} {...refs} />
        </dd>
      </dl>
      <div className={styles.actions}>
        <Button variant="solid" onClick={resolve('mine')}>
          Keep mine
        </Button>
        <Button onClick={resolve('theirs')}>Take theirs</Button>
      </div>
    </div>
  )
}

type ValueTextProps = ConflictsProps & { field: ItemField; value: string | boolean }

/** Shows a value in the words by which it is chosen. */
function ValueText({ field, value, itemSaveRef, resourceItemRef }: ValueTextProps) {
  const labels = useSelector(resourceItemRef, selectLabels)
  const form = useSelector(itemSaveRef, selectTheirForm)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const chosen = optionsOf(form, {}, field).find((option) => option.value === value)
  return chosen?.label ?? labels[value] ?? (value || <em>nothing</em>)
}
