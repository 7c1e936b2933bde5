import { useState } from 'react'
import { hiddenTools } from '../dom/fit-tools.ts'
import { MenuEntries, type MenuEntry } from '../menu/MenuItem.tsx'
import type { ResourceActions } from '../hooks/use-resource-actions.ts'
import { clipboardEntries } from '../clipboard/use-clipboard-actions.ts'
import { ToolbarMenu } from './ToolbarMenu.tsx'
import styles from './SelectionToolbar.module.css'

/** Shows the menu with the actions for the selected component that the panel offers, too, and that have no tool beside it. */
export const MoreMenu = ({ actions }: { actions: ResourceActions }) => (
  <ToolbarMenu label="More" trigger={<Dots />}>
    <HiddenTools />
    <MenuEntries entries={menuEntries(actions)} />
  </ToolbarMenu>
)

export const Dots = () => (
  <span aria-hidden="true" className={styles.dots}>
    ⋯
  </span>
)

/** Offers the tools that have no room in the toolbar when the menu is opened. */
export function HiddenTools() {
  const [tools] = useState(hiddenTools)
  const entries = tools.map((tool) => ({
    label: tool.getAttribute('aria-label') ?? tool.textContent,
    disabledReason: tool.getAttribute('aria-description'),
    act: () => tool.click(),
  }))
  return <MenuEntries entries={entries} />
}

/** Returns the actions that have no tool of their own. Delete is last, and asks. */
export const menuEntries = ({
  refusal: disabledReason,
  inserts,
  publish,
  discard,
  copying,
  selectOthers,
  remove,
}: ResourceActions): MenuEntry[] => [
  ...clipboardEntries(copying, disabledReason),
  ...(selectOthers ? [{ label: 'Select several…', disabledReason, act: selectOthers }] : []),
  ...inserts.map(({ label, insert }) => ({ label, disabledReason, act: insert })),
  ...(publish ? [{ label: 'Publish', disabledReason, act: publish }] : []),
  ...(discard ? [{ label: 'Discard draft…', disabledReason, act: discard }] : []),
  ...(remove ? [{ label: 'Delete…', disabledReason, act: remove }] : []),
]
