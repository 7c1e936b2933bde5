import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { isStaged } from '#machines/add-resource.ts'
import type { WritesRef } from '#machines/writes.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { classNames } from '#src/ui/class-names.ts'
import styles from './SaveState.module.css'
import { useEditMode } from './use-actors.ts'
import { useSaving } from './use-saving.ts'

const signs = {
  saved: { icon: 'check', word: 'Saved' },
  saving: { icon: 'up', word: 'Saving…' },
  unsaved: { icon: 'warning', word: 'Not saved' },
  staged: { icon: 'plus', word: 'Not added yet' },
} as const satisfies Record<string, { icon: IconName; word: string }>

/** Whether what was done on the page has arrived. It is seen here; the announcer says it. */
export function SaveState({ writesRef }: { writesRef: WritesRef }) {
  const { unsavedRef, addRef } = useEditMode()
  const saving = useSaving(unsavedRef, writesRef)
  const staged = useSelector(addRef, (snapshot) => snapshot !== undefined && isStaged(snapshot))
  const state = saving === 'saved' && staged ? 'staged' : saving
  const { icon, word } = signs[state]

  // Whoever closes or reloads the page is asked by the browser, and what can be saved is saved meanwhile.
  useEffect(() => {
    if (state === 'saved') return
    const ask = (event: BeforeUnloadEvent) => {
      unsavedRef?.send({ type: 'flush.requested' })
      event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [state, unsavedRef])

  return (
    <p className={classNames(styles.state, styles[state])} data-save-state={state}>
      <Icon name={icon} />
      {word}
    </p>
  )
}
