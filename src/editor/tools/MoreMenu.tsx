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
    isAllowed: tool.getAttribute('aria-disabled') !== 'true',
    act: () => tool.click(),
  }))
  return <MenuEntries entries={entries} />
}

/** Returns the actions that have no tool of their own. Delete is last, and asks. */
export const menuEntries = ({
  isAllowed,
  inserts,
  publish,
  discard,
  copying,
  selectOthers,
  remove,
}: ResourceActions): MenuEntry[] => [
  ...clipboardEntries(copying, isAllowed),
  ...(selectOthers ? [{ label: 'Select several…', isAllowed, act: selectOthers }] : []),
  ...inserts.map(({ label, insert }) => ({ label, isAllowed, act: insert })),
  ...(publish ? [{ label: 'Publish', isAllowed, act: publish }] : []),
  ...(discard ? [{ label: 'Discard draft…', isAllowed, act: discard }] : []),
  ...(remove ? [{ label: 'Delete…', isAllowed, act: remove }] : []),
]
