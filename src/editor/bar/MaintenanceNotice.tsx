import { useSelector } from '@xstate/react'
import type { ScreenPath } from '#content/navigation/screens.ts'
import { type MaintenanceRef, isClosed, maintenanceMachine } from '#machines/app/maintenance.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { useSiteConfig } from '#src/views/hooks/use-site-config.ts'
import styles from './MaintenanceNotice.module.css'

const settingsPath: ScreenPath = '/_cwa/settings'

/** Reminds everyone who edits the site that it is closed to visitors, from the moment somebody closes it. */
export function MaintenanceNotice() {
  const isEnabled = useSiteConfig().maintenanceModeEnabled
  const maintenanceRef = useViewActor('maintenance', maintenanceMachine, { isEnabled })
  return <MaintenanceNoticeWithActor maintenanceRef={maintenanceRef} />
}

/**
 * Renders the notice of an actor that is already running.
 * @internal Exported for tests.
 */
export const MaintenanceNoticeWithActor = ({
  maintenanceRef,
}: {
  maintenanceRef: MaintenanceRef
}) =>
  useSelector(maintenanceRef, isClosed) ? (
    <p role="status" className={styles.notice} data-editor-chrome="">
      <Icon name="warning" />
      <span>
        Maintenance mode is on: visitors do not see the site. <a href={settingsPath}>Settings</a>
      </span>
    </p>
  ) : null
