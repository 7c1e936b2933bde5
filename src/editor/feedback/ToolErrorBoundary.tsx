import type { ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import styles from './ToolErrorBoundary.module.css'

interface ToolErrorBoundaryProps {
  /** When it changes, the tool is tried again. */
  resetKey?: unknown
  children: ReactNode
}

/** Renders a tool of the editor. An error in it leaves the page, what is typed there and the other tools alone. */
export const ToolErrorBoundary = (props: ToolErrorBoundaryProps) => (
  <ErrorBoundary {...props} Fallback={StoppedTool} />
)

const failure = {
  message:
    'A tool of the editor has stopped working. The page and what you have typed are still there.',
}

const StoppedTool = ({ onRetry }: { onRetry: () => void }) => (
  <div className={classNames(popoverStyles.popover, styles.stopped)} data-editor-chrome="">
    <FailureAlert failure={failure} />
    <Button variant="solid" onClick={onRetry}>
      Try again
    </Button>
  </div>
)
