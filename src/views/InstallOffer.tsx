import { useSelector } from '@xstate/react'
import { type InstallRef, canInstall } from '#machines/install.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './Comfort.module.css'
import { useSite } from './use-site.ts'

/** Offers to put the site among one's apps. A no is for good. */
export function InstallOffer({ installRef }: { installRef: InstallRef }) {
  const offered = useSelector(installRef, canInstall)
  const { siteName } = useSite()
  if (!offered) return null
  return (
    <section aria-label="Install" className={styles.note}>
      <span>Install {siteName} as an app?</span>
      <span className={styles.ways}>
        <Button look="solid" onClick={() => installRef.send({ type: 'install.requested' })}>
          Install
        </Button>
        <Button look="quiet" onClick={() => installRef.send({ type: 'install.refused' })}>
          Don’t ask again
        </Button>
      </span>
    </section>
  )
}
