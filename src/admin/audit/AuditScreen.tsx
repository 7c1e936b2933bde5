import { useSelector } from '@xstate/react'
import { auditSummary, isAuditEntry } from '#content/admin/audit-list.ts'
import {
  type ResourceListRef,
  isBusy,
  isFailed,
  selectFailure,
  selectList,
  selectSearch,
} from '#machines/admin/resource-list.ts'
import { auditChoices } from '#src/app/effects/admin/audit-choice-effects.ts'
import { auditList } from '#src/app/effects/admin/audit-list-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { Pagination } from '#src/views/collection/Pagination.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import { useSearch } from '#src/views/hooks/use-search.ts'
import { AdminScreen } from '../AdminScreen.tsx'
import { RetryButton } from '../RetryButton.tsx'
import { SuperAdminsOnly } from '../SuperAdminsOnly.tsx'
import screenStyles from '../AdminScreen.module.css'
import { AuditRow } from './AuditRow.tsx'
import { type AuditChoices, AuditTools } from './AuditTools.tsx'

interface AuditProps {
  auditListRef: ResourceListRef
}

/** Lists who has changed what, when and from where: filtered, and as a file for spreadsheets. */
export const AuditScreen = ({ title }: { title: string }) => (
  <SuperAdminsOnly title={title}>
    <AuditLog title={title} />
  </SuperAdminsOnly>
)

function AuditLog({ title }: { title: string }) {
  const [path, search] = [usePath(), useSearch()]
  const auditListRef = useViewActor('auditList', auditList, { path, search, listPath: path })
  return <AuditWithActor title={title} auditListRef={auditListRef} choices={auditChoices} />
}

interface AuditWithActorProps extends AuditProps {
  title: string
  choices: AuditChoices
}

/** Renders the screen of an actor that is already running. */
export function AuditWithActor({ title, auditListRef, choices }: AuditWithActorProps) {
  const busy = useSelector(auditListRef, isBusy)
  return (
    <AdminScreen title={title} width="wide">
      <AuditTools
        search={useSelector(auditListRef, selectSearch)}
        list={useSelector(auditListRef, selectList)}
        choices={choices}
      />
      <FailureAlert failure={useSelector(auditListRef, selectFailure)} />
      {useSelector(auditListRef, isFailed) ? (
        <RetryButton onRetry={() => auditListRef.send({ type: 'retry.requested' })} />
      ) : null}
      <div className={screenStyles.results} aria-busy={busy}>
        <Results auditListRef={auditListRef} />
      </div>
    </AdminScreen>
  )
}

function Results({ auditListRef }: AuditProps) {
  const list = useSelector(auditListRef, selectList)
  const search = useSelector(auditListRef, selectSearch)
  const busy = useSelector(auditListRef, isBusy)
  const failed = useSelector(auditListRef, isFailed)
  if (!list) return failed ? null : <p role="status">Loading…</p>
  return (
    <>
      <p role="status" className={screenStyles.count}>
        {busy ? 'Loading…' : auditSummary(list.total, search)}
      </p>
      {list.members.length > 0 ? (
        <ul className={screenStyles.rows}>
          {list.members.filter(isAuditEntry).map((entry) => (
            <AuditRow key={entry['@id']} entry={entry} labels={list.labels} search={search} />
          ))}
        </ul>
      ) : null}
      <Pagination search={search} pages={list.pages} />
    </>
  )
}
