import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { type DuplicateButtonProps, useDuplicateButton } from '../clipboard/use-duplicate-button.ts'
import styles from './SelectionToolbar.module.css'

/** Duplicates the selected component. */
export function DuplicateTool(props: DuplicateButtonProps) {
  const attributes = useDuplicateButton(props)
  return attributes ? (
    <div className={styles.group}>
      <Button
        variant="quiet"
        tabIndex={-1}
        aria-label="Duplicate"
        data-optional-tool=""
        className={styles.tool}
        {...attributes}
      >
        {attributes.busy ? null : <Icon name="copy" />}
      </Button>
    </div>
  ) : null
}
