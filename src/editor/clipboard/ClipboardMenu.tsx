import { Menu } from '../menu/Menu.tsx'
import { MenuEntries } from '../menu/MenuItem.tsx'
import { ActionLabel } from '../panel/ActionLabel.tsx'
import { type ClipboardControls, clipboardEntries } from './use-clipboard-actions.ts'

interface ClipboardMenuProps {
  copying: ClipboardControls
  refusal: string | null
}

/** Shows the menu that copies and cuts what is selected, and pastes beside it. Renders nothing where that is impossible. */
export function ClipboardMenu({ copying, refusal }: ClipboardMenuProps) {
  const entries = clipboardEntries(copying, refusal)
  if (entries.length === 0) return null
  return (
    <Menu trigger={<ActionLabel icon="clipboard">Clipboard</ActionLabel>}>
      <MenuEntries entries={entries} />
    </Menu>
  )
}
