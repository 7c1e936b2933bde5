import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { SettingGroup } from '#content/settings/setting-groups.ts'
import { selectLocation } from '#machines/page/navigation.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import styles from './SettingsScreen.module.css'

interface SettingsGroupProps {
  group: SettingGroup
  /** Shown beside the settings. */
  preview?: ReactNode
  children: ReactNode
}

/** Shows settings that belong together, below their heading. That gets the focus where the hash of the URL names the group. */
export function SettingsGroup({
  group: { id: groupId, title },
  preview,
  children,
}: SettingsGroupProps) {
  const id = useId()
  const headingRef = useRef<HTMLHeadingElement>(null)
  const location = useSelector(useAppActor('navigation'), selectLocation)
  useEffect(() => {
    if (location.hash !== `#${groupId}`) return
    headingRef.current!.scrollIntoView()
    headingRef.current!.focus({ preventScroll: true })
  }, [location, groupId])
  return (
    <section id={groupId} aria-labelledby={id} className={styles.group}>
      <h2 ref={headingRef} id={id} tabIndex={-1} className={styles.subheading}>
        {title}
      </h2>
      <div className={styles.columns}>
        <div className={styles.fields}>{children}</div>
        {preview ? <div className={styles.preview}>{preview}</div> : null}
      </div>
    </section>
  )
}

interface FilePreviewProps {
  label: string
  hint?: string
  text: string
  rows: number
}

/** Shows what a file of the site will contain. It can be scrolled and copied by keyboard. */
export function FilePreview({ label, hint, text, rows }: FilePreviewProps) {
  const id = useId()
  return (
    <div className={styles.file}>
      <label htmlFor={id} className={styles.previewLabel}>
        {label}
      </label>
      <textarea
        id={id}
        readOnly
        rows={rows}
        value={text}
        className={styles.fileText}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
