import { BarMenuItem } from '../bar/BarMenu.tsx'
import type { ResourceActions } from '../hooks/use-resource-actions.ts'
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
      menuEntries(actions).map(({ label, act }) => (
        <BarMenuItem
          key={label}
          disabled={!actions.isAllowed}
          onSelect={() => {
            restoreFocus()
            act()
          }}
        >
          {label}
        </BarMenuItem>
      ))
    }
  </ToolbarMenu>
)

/** Delete is last, and asks. */
const menuEntries = ({ inserts, publish, remove }: ResourceActions) => [
  ...inserts.map(({ label, insert }) => ({ label, act: insert })),
  ...(publish ? [{ label: 'Publish', act: publish }] : []),
  ...(remove ? [{ label: 'Delete…', act: remove }] : []),
]
