import { useSelector } from '@xstate/react'
import { Fragment } from 'react'
import {
  type ShortcutListRef,
  areCharacterKeysEnabled,
  isOpen,
} from '#machines/editing/shortcut-list.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import styles from './ShortcutsDialog.module.css'
import { useShortcutKeys } from '../hooks/use-shortcut-keys.ts'
import { formats } from '../rich-text/schema/formats.ts'
import {
  type Keys,
  type Shortcut,
  browserShortcuts,
  isCharacterKey,
  keyNames,
  outlineShortcuts,
  shortcuts,
} from '../shortcuts.ts'

const { search, showShortcuts, toggleChrome, link, ...pageShortcuts } = shortcuts

const groups: { label: string; list: readonly Shortcut[] }[] = [
  { label: 'Everywhere', list: [search, showShortcuts, toggleChrome] },
  { label: 'While editing', list: Object.values(pageShortcuts) },
  { label: 'In a text', list: [...formats, link, ...browserShortcuts] },
  { label: 'In the outline', list: outlineShortcuts },
]

/** Lists the keyboard shortcuts once its keys are pressed, and lets the one that types a character be turned off. */
export function ShortcutsDialog({ shortcutListRef }: { shortcutListRef: ShortcutListRef }) {
  useShortcutKeys(shortcutListRef)
  const open = useSelector(shortcutListRef, isOpen)
  const enabled = useSelector(shortcutListRef, areCharacterKeysEnabled)
  if (!open) return null
  const dismiss = () => shortcutListRef.send({ type: 'list.dismissed' })
  return (
    <Dialog label="Keyboard shortcuts" width="wide" onDismiss={dismiss}>
      {/* First, so that the dialog opens at the beginning of the list: it focuses its first control. */}
      <Checkbox
        label="The ? key opens this list"
        hint="Only while you type nowhere. Remembered in this browser."
        checked={enabled}
        onChange={(checked) =>
          shortcutListRef.send({
            type: checked ? 'characterKeys.enabled' : 'characterKeys.disabled',
          })
        }
      />
      <div className={styles.groups}>
        {groups.map(({ label, list }) => (
          <div key={label} className={styles.group}>
            <h3 className={styles.heading}>{label}</h3>
            <dl className={styles.list}>
              {list.map((shortcut) => (
                <ListedShortcut key={shortcut.label} shortcut={shortcut} withCharacters={enabled} />
              ))}
            </dl>
          </div>
        ))}
      </div>
      <DialogActions>
        <Button variant="solid" onClick={dismiss}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}

interface ListedShortcutProps {
  shortcut: Shortcut
  /** False where keys that type a character are turned off. */
  withCharacters: boolean
}

const ListedShortcut = ({ shortcut, withCharacters }: ListedShortcutProps) => (
  <div className={styles.shortcut}>
    <dt>{shortcut.label}</dt>
    {shortcut.keys
      .filter((keys) => withCharacters || !isCharacterKey(keys))
      .map((keys) => (
        <dd key={keys}>
          <KeyNames keys={keys} />
        </dd>
      ))}
  </div>
)

const KeyNames = ({ keys }: { keys: Keys }) =>
  keyNames(keys).map((name, index) => (
    <Fragment key={name}>
      {index > 0 ? '+' : null}
      <kbd className={styles.key}>{name}</kbd>
    </Fragment>
  ))
