import { useSelector } from '@xstate/react'
import { type RefObject, useEffect, useRef } from 'react'
import {
  type SiteRestorationRef,
  canCancel,
  canChoose,
  canConfirm,
  isRestored,
  isSignedIn,
  selectDone,
  selectFailure,
  selectFile,
  selectStep,
} from '#machines/admin/site-restoration.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import screenStyles from '../AdminScreen.module.css'
import { RestorationForm } from './RestorationForm.tsx'
import { otherFailure } from './other-failure.ts'
import styles from './BackupScreen.module.css'

interface RestorationProps {
  siteRestorationRef: SiteRestorationRef
}

/** Restores the site from a file: chooses it, shows what it would replace, and how far the restoration is. */
export function SiteRestoration({ siteRestorationRef }: RestorationProps) {
  const ref = useRef<HTMLHeadingElement>(null)
  const step = useSelector(siteRestorationRef, selectStep)
  const choosing = useSelector(siteRestorationRef, canChoose)
  const confirming = useSelector(siteRestorationRef, canConfirm)
  const restored = useSelector(siteRestorationRef, isRestored)
  const failure = useSelector(siteRestorationRef, selectFailure)
  useFocusOnChange(ref, confirming || restored)
  return (
    <section className={screenStyles.card} aria-labelledby="restore">
      <h2 id="restore" ref={ref} tabIndex={-1} className={styles.heading}>
        Restore a backup
      </h2>
      <FailureAlert failure={otherFailure(failure)} />
      {choosing ? <FileChoice siteRestorationRef={siteRestorationRef} /> : null}
      {step ? <StepProgress siteRestorationRef={siteRestorationRef} step={step} /> : null}
      {confirming ? <RestorationForm siteRestorationRef={siteRestorationRef} /> : null}
      {restored ? <Restored siteRestorationRef={siteRestorationRef} /> : null}
    </section>
  )
}

/** Moves the focus to what has replaced the element that had it. */
const useFocusOnChange = (ref: RefObject<HTMLElement | null>, isNew: boolean) =>
  useEffect(() => {
    if (isNew) ref.current?.focus()
  }, [ref, isNew])

const FileChoice = ({ siteRestorationRef }: RestorationProps) => (
  <>
    <p className={styles.hint}>
      Choose the file of a backup. It is checked first, and nothing is replaced before you have
      confirmed it.
    </p>
    <label className={styles.choice}>
      <span>File of a backup</span>
      <input
        type="file"
        accept=".jsonl"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) siteRestorationRef.send({ type: 'file.chosen', file })
        }}
      />
    </label>
  </>
)

function StepProgress({ siteRestorationRef, step }: RestorationProps & { step: string }) {
  const percent = Math.round(useSelector(siteRestorationRef, selectDone) * 100)
  const file = useSelector(siteRestorationRef, selectFile)
  const cancelable = useSelector(siteRestorationRef, canCancel)
  return (
    <div className={styles.state}>
      <progress aria-label={`${step} the backup`} max={100} value={percent} />
      <p role="status">
        {step} {file?.name}… {percent} %
      </p>
      {cancelable ? (
        <Button onClick={() => siteRestorationRef.send({ type: 'restoration.canceled' })}>
          Cancel
        </Button>
      ) : null}
    </div>
  )
}

function Restored({ siteRestorationRef }: RestorationProps) {
  const signedIn = useSelector(siteRestorationRef, isSignedIn)
  return (
    <>
      <p role="status">
        {signedIn
          ? 'The site is restored. Everyone else has to sign in again.'
          : 'The site is restored. Sign in with an account of the backup.'}
      </p>
      <div>
        <Button variant="solid" onClick={() => siteRestorationRef.send({ type: 'site.requested' })}>
          {signedIn ? 'Open the site' : 'Sign in'}
        </Button>
      </div>
    </>
  )
}
