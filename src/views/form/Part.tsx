import { useEffect, useRef } from 'react'
import type { FormView } from '#content/form.ts'
import { nameOf, sortOf } from '#content/form-values.ts'
import { Button } from '#src/ui/Button.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import { GroupFrame } from './Frame.tsx'
import styles from './Form.module.css'
import { Options, Pair } from './Groups.tsx'
import { Box, Line, Selection } from './Line.tsx'
import { useField, useForm } from './use-field.ts'

/** One part of a form, however it is drawn. */
export function Part({ part }: { part: FormView }) {
  switch (sortOf(part)) {
    case 'hidden':
    case 'submit':
      return null
    case 'group':
      return <Together part={part} />
    case 'collection':
      return <Entries part={part} />
    case 'repeated':
      return <Pair part={part} />
    case 'choice':
      return part.vars.expanded ? <Options part={part} /> : <Selection part={part} />
    case 'checkbox':
      return <Box part={part} />
    default:
      return <Line part={part} />
  }
}

export const Parts = ({ parts }: { parts: readonly FormView[] }) =>
  parts.map((part) => <Part key={part.vars.full_name} part={part} />)

/** Parts under one heading, if they have one. */
const Together = ({ part: { vars, children } }: { part: FormView }) =>
  vars.label ? (
    <fieldset className={styles.group}>
      <legend className={fieldStyles['label']}>{vars.label}</legend>
      <Parts parts={children} />
    </fieldset>
  ) : (
    <Parts parts={children} />
  )

/** Any number of the same. Whoever adds one goes on in it. */
function Entries({ part }: { part: FormView }) {
  const { formRef } = useForm()
  const field = useField(part)
  const list = nameOf(part)
  const { label = part.vars.name, allow_add: mayAdd, allow_delete: mayRemove } = part.vars
  const entriesRef = useRef<HTMLDivElement>(null)
  useFocusKept(entriesRef, part.children.length)
  return (
    <GroupFrame part={part} field={{ ...field, leaveAll: () => {} }}>
      <div ref={entriesRef} className={styles.entries}>
        {part.children.map((entry, index) => (
          <div key={nameOf(entry)} className={styles.entry}>
            <div className={styles.within}>
              <Part part={entry} />
            </div>
            {mayRemove && (
              <Button
                look="quiet"
                aria-label={`Remove number ${index + 1} of ${label}`}
                onClick={() => formRef.send({ type: 'entry.removed', list, entry: nameOf(entry) })}
              >
                Remove
              </Button>
            )}
          </div>
        ))}
        {mayAdd && (
          <Button
            className={styles.add}
            aria-label={`Add to ${label}`}
            onClick={() => formRef.send({ type: 'entry.added', list })}
          >
            Add
          </Button>
        )}
      </div>
    </GroupFrame>
  )
}

/** What is added is gone on in; after something was taken away, what is left is where the focus was. */
function useFocusKept(entriesRef: { current: HTMLElement | null }, count: number) {
  const before = useRef(count)
  useEffect(() => {
    const grown = count - before.current
    before.current = count
    if (grown === 0) return
    const within = grown > 0 ? entriesRef.current?.children[count - 1] : entriesRef.current
    const fields = within?.querySelectorAll<HTMLElement>('input, select, textarea, button')
    const to = grown > 0 ? fields?.[0] : fields?.[fields.length - 1]
    to?.focus()
  }, [entriesRef, count])
}
