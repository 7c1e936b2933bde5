import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import sidePanelStyles from '#src/ui/SidePanel.module.css'
import { classNames } from '#src/ui/class-names.ts'
import { ariaKeyShortcuts, shortcuts } from '../shortcuts.ts'
import styles from './SidePanel.module.css'

/** Frames the panel beside the page, which has the details and actions of what is selected. */
export const SidePanel = (props: ComponentProps<'section'>) => (
  <section
    {...props}
    aria-label="Resource manager"
    tabIndex={-1}
    className={classNames(sidePanelStyles.sidePanel, styles.panel)}
    data-editor-chrome=""
    data-editor-panel=""
  />
)

interface SidePanelContentProps {
  /** The name of what is selected. */
  header: ReactNode
  onClose: () => void
  children: ReactNode
  /** The actions. */
  footer: ReactNode
}

/** Renders the content of the panel between its header and its footer. */
export const SidePanelContent = ({ header, onClose, children, footer }: SidePanelContentProps) => (
  <div className={styles.content}>
    <div className={styles.header}>
      {header}
      <Button
        variant="quiet"
        aria-label="Close"
        title="Close"
        aria-keyshortcuts={ariaKeyShortcuts(shortcuts.clearSelection.keys)}
        className={styles.close}
        onClick={onClose}
      >
        <Icon name="close" />
      </Button>
    </div>
    {children}
    <div className={styles.footer}>{footer}</div>
  </div>
)
