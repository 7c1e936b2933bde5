import { MenuItem } from '../menu/MenuItem.tsx'
import type { ResourceActions } from '../hooks/use-resource-actions.ts'
import { clipboardEntries } from '../clipboard/use-clipboard-actions.ts'
import { type Keys, shortcuts } from '../shortcuts.ts'
import { ToolbarMenu } from './ToolbarMenu.tsx'
import styles from './SelectionToolbar.module.css'

/** Shows the menu with the actions for the selected component that the panel offers, too. */
export const MoreMenu = ({ actions }: { actions: ResourceActions }) => (
  <ToolbarMenu
    label="More"
    trigger={
      <span aria-hidden="true" className={styles.dots}>
        ⋯
      </span>
    }
  >
    {(restoreFocus) =>
      menuEntries(actions).map(({ label, keys, act }) => (
        <MenuItem
          key={label}
          disabled={!actions.isAllowed}
          {...(keys && { keys })}
          onSelect={() => {
            restoreFocus()
            act()
          }}
        >
          {label}
        </MenuItem>
      ))
    }
  </ToolbarMenu>
)

interface MenuEntry {
  label: string
  keys?: readonly [Keys, ...Keys[]]
  act: () => unknown
}

/** Delete is last, and asks. */
const menuEntries = ({ inserts, publish, copying, remove }: ResourceActions): MenuEntry[] => [
  ...(copying.duplicate
    ? [{ label: 'Duplicate', keys: shortcuts.duplicate.keys, act: copying.duplicate }]
    : []),
  ...clipboardEntries(copying),
  ...inserts.map(({ label, insert }) => ({ label, act: insert })),
  ...(publish ? [{ label: 'Publish', act: publish }] : []),
  ...(remove ? [{ label: 'Delete…', act: remove }] : []),
]
