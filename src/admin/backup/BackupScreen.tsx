import { siteBackup, siteRestoration } from '#src/app/effects/admin/site-backup-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { AdminScreen } from '../AdminScreen.tsx'
import { SuperAdminsOnly } from '../SuperAdminsOnly.tsx'
import { BackupDownload } from './BackupDownload.tsx'
import { SiteRestoration } from './SiteRestoration.tsx'

/** Downloads the whole site as one file, and restores it from such a file. */
export const BackupScreen = ({ title }: { title: string }) => (
  <SuperAdminsOnly title={title}>
    <Backup title={title} />
  </SuperAdminsOnly>
)

function Backup({ title }: { title: string }) {
  const siteBackupRef = useViewActor('siteBackup', siteBackup, undefined)
  const siteRestorationRef = useViewActor('siteRestoration', siteRestoration, undefined)
  return (
    <AdminScreen title={title}>
      <BackupDownload siteBackupRef={siteBackupRef} />
      <SiteRestoration siteRestorationRef={siteRestorationRef} />
    </AdminScreen>
  )
}
