import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import buttonStyles from '#src/ui/Button.module.css'
import { classNames } from '#src/ui/class-names.ts'
import styles from './SiteMenu.module.css'

/** Shows the menu for the site and the signed-in account. */
export const SiteMenu = ({ children }: { children: ReactNode }) => (
  // A modal menu would hide the scrollbar and so shift the page.
  <DropdownMenu.Root modal={false}>
    <DropdownMenu.Trigger
      aria-label="Site menu"
      className={classNames(buttonStyles.button, buttonStyles.quiet)}
    >
      <Icon name="menu" />
    </DropdownMenu.Trigger>
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        className={styles.menu}
        align="end"
        sideOffset={6}
        collisionPadding={8}
        data-editor-chrome=""
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
)

export const SiteMenuItem = ({
  onSelect,
  children,
}: {
  onSelect: () => void
  children: ReactNode
}) => (
  <DropdownMenu.Item className={styles.item} onSelect={onSelect}>
    {children}
  </DropdownMenu.Item>
)

export const SiteMenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className={styles.label}>{children}</DropdownMenu.Label>
)
