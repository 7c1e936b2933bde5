import { Icon } from '#src/ui/Icon.tsx'
import { BarMenu, BarMenuItem } from '../bar/BarMenu.tsx'
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
    <BarMenu trigger={<MenuTrigger />}>
      {entries.map(({ label, keys, act }) => (
        <BarMenuItem
          key={label}
          keys={keys}
          disabled={!isAllowed && act !== copying.copy}
          onSelect={act}
        >
          {label}
        </BarMenuItem>
      ))}
    </BarMenu>
  )
}

const MenuTrigger = () => (
  <>
    <Icon name="clipboard" />
    Clipboard
  </>
)
