import { useSelector } from '@xstate/react'
import type { RememberedAddition } from '#content/change/remembered-addition.ts'
import { isHtml } from '#content/model/field.ts'
import {
  type ResumedAdditionRef,
  selectOffered,
} from '#machines/editing/changes/resumed-addition.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { classNames } from '#src/ui/class-names.ts'
import popoverStyles from '#src/ui/Popover.module.css'
import { usePath } from '#src/views/hooks/use-path.ts'
import { getOwn } from '#src/views/registry/registry.ts'
import { useKind } from '../site-kinds.ts'
import { fieldLabelOf } from '../messages.ts'
import { ChangeText } from './ChangeText.tsx'
import { PageLink } from './PageLink.tsx'
import styles from './SaveError.module.css'
import { SaveErrorActions } from './SaveErrorActions.tsx'

/** Offers what was being added before the document was loaded, where it cannot be filled in where it was. */
export function NotAdded({ resumedAdditionRef }: { resumedAdditionRef: ResumedAdditionRef }) {
  const addition = useSelector(resumedAdditionRef, selectOffered)
  return addition ? <Offered addition={addition} additionRef={resumedAdditionRef} /> : null
}

interface OfferedProps {
  addition: RememberedAddition
  additionRef: ResumedAdditionRef
}

function Offered({ addition: { type, data, page }, additionRef }: OfferedProps) {
  const { kind } = useKind(type)
  const isHere = usePath() === page.path
  const texts = Object.entries(data)
    .filter(([, value]) => value && typeof value === 'string')
    .map(([property, value]) => ({
      label: fieldLabelOf(kind, property),
      edited: { value, isHtml: isHtml(getOwn(kind?.fields, property)) },
    }))
  return (
    <section
      tabIndex={-1}
      className={classNames(popoverStyles.popover, styles.error)}
      aria-label={`Not added: ${kind?.label ?? type}`}
    >
      <FailureAlert
        failure={{
          message: `The page was closed before this was added.${isHere ? ' Its place on the page is gone.' : ''}`,
        }}
      />
      {texts.map((text) => (
        <ChangeText key={text.label} {...text} />
      ))}
      <PageLink page={page} />
      <SaveErrorActions>
        {texts.map(({ label, edited }) => (
          <Button
            key={label}
            onClick={() => additionRef.send({ type: 'copy.requested', ...edited })}
          >
            Copy {label}
          </Button>
        ))}
        <Button onClick={() => additionRef.send({ type: 'addition.discarded' })}>Discard</Button>
      </SaveErrorActions>
    </section>
  )
}
