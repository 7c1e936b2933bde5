import { useSelector } from '@xstate/react'
import { type InstallPromptRef, canInstall } from '#machines/app/install-prompt.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './chrome.module.css'
import { useSiteConfig } from '../hooks/use-site-config.ts'

/** Offers to install the site as an app. A refusal is remembered. */
export function InstallPrompt({ installPromptRef }: { installPromptRef: InstallPromptRef }) {
  const installable = useSelector(installPromptRef, canInstall)
  const { siteName } = useSiteConfig()
  if (!installable) return null
  return (
    <section aria-label="Install" className={styles.notice}>
      <span>Install {siteName} as an app?</span>
      <span className={styles.actions}>
        <Button
          variant="solid"
          onClick={() => installPromptRef.send({ type: 'install.requested' })}
        >
          Install
        </Button>
        <Button
          variant="quiet"
          onClick={() => installPromptRef.send({ type: 'install.dismissed' })}
        >
          Don’t ask again
        </Button>
      </span>
    </section>
  )
}
