import { Icon } from '#src/ui/Icon.tsx'
import { Menu } from '../menu/Menu.tsx'
import { MenuItem } from '../menu/MenuItem.tsx'
import { type ClipboardControls, clipboardEntries } from './use-clipboard-actions.ts'

interface ClipboardMenuProps {
  copying: ClipboardControls
  isAllowed: boolean
}

/** Shows the menu that copies and cuts what is selected, and pastes beside it. Renders nothing where that is impossible. */
export function ClipboardMenu({ copying, isAllowed }: ClipboardMenuProps) {
  const entries = clipboardEntries(copying)
  if (entries.length === 0) return null
  return (
    <Menu trigger={<MenuTrigger />}>
      {entries.map(({ label, keys, act }) => (
        <MenuItem
          key={label}
          keys={keys}
          disabled={!isAllowed && act !== copying.copy}
          onSelect={act}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

const MenuTrigger = () => (
  <>
    <Icon name="clipboard" />
    Clipboard
  </>
)
