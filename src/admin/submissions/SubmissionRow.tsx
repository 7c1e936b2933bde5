import { useId } from 'react'
import type { FormSubmission } from '#content/forms/form-submission.ts'
import { humanize } from '#content/model/humanize.ts'
import { Button } from '#src/ui/Button.tsx'
import { SiteDate } from '#src/views/page/SiteDate.tsx'
import screenStyles from '../AdminScreen.module.css'
import styles from './SubmissionsScreen.module.css'

interface SubmissionRowProps {
  submission: FormSubmission
  disabledReason: string | null
  onDelete: () => void
}

/** Shows one submission: when and by which form it was sent, and what was entered. */
export function SubmissionRow({ submission, disabledReason, onDelete }: SubmissionRowProps) {
  const { createdAt, formType, isTest, entries } = submission
  const labelId = useId()
  return (
    <li className={screenStyles.card}>
      <div className={styles.head}>
        <h2 id={labelId} className={styles.date}>
          <SiteDate date={createdAt} dateStyle="long" timeStyle="short" />
        </h2>
        <p className={styles.about}>{humanize(formType)}</p>
        {isTest ? <p className={styles.test}>Test</p> : null}
        <Button
          variant="quiet"
          aria-describedby={labelId}
          disabledReason={disabledReason}
          onClick={onDelete}
        >
          Delete
        </Button>
      </div>
      <dl className={styles.entries}>
        {entries.map(({ name, label, value }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
