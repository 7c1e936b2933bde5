import { useSelector } from '@xstate/react'
import { itemPath, listAt, listSummary, resourceLists } from '#content/admin/resource-lists.ts'
import { rowOf } from '#content/admin/resource-rows.ts'
import {
  type ResourceListRef,
  isBusy,
  isConfirming,
  isFailed,
  selectDeleted,
  selectFailure,
  selectList,
  selectSearch,
} from '#machines/admin/resource-list.ts'
import { resourceList } from '#src/app/effects/admin/resource-list-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Pagination } from '#src/views/collection/Pagination.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import { useSearch } from '#src/views/hooks/use-search.ts'
import { AdminScreen } from '../AdminScreen.tsx'
import { RetryButton } from '../RetryButton.tsx'
import screenStyles from '../AdminScreen.module.css'
import { DeletionDialog } from './DeletionDialog.tsx'
import { ListTools } from './ListTools.tsx'
import { ResourceRow } from './ResourceRow.tsx'
import styles from './ResourceList.module.css'

interface ResourceListProps {
  path: string
  resourceListRef: ResourceListRef
}

/** Lists the pages, layouts, routes, users or data of the site, whichever its path names. */
export function ResourceListScreen({ title }: { title: string }) {
  const path = usePath()
  return <ListOnPath key={path} path={path} title={title} />
}

function ListOnPath({ path, title }: { path: string; title: string }) {
  const search = useSearch()
  const resourceListRef = useViewActor('resourceList', resourceList, { path, search })
  return <ResourceListWithActor title={title} path={path} resourceListRef={resourceListRef} />
}

/**
 * Renders the screen of an actor that is already running.
 * @internal Exported for tests.
 */
export function ResourceListWithActor({
  title,
  path,
  resourceListRef,
}: ResourceListProps & { title: string }) {
  const list = useSelector(resourceListRef, selectList)
  const busy = useSelector(resourceListRef, isBusy)
  const shown = listAt(path)
  return (
    <AdminScreen
      title={list?.title ?? title}
      width="wide"
      {...(shown.name === 'data' && { back: { href: '/_cwa/data', label: 'Data' } })}
      action={
        resourceLists[shown.name].isExtensible ? <AddLink href={itemPath(shown, null)} /> : null
      }
    >
      <ListTools list={shown} search={useSelector(resourceListRef, selectSearch)} />
      <FailureAlert failure={useSelector(resourceListRef, selectFailure)} />
      {useSelector(resourceListRef, isFailed) ? (
        <RetryButton onRetry={() => resourceListRef.send({ type: 'retry.requested' })} />
      ) : null}
      <div className={screenStyles.results} aria-busy={busy}>
        <Results path={path} resourceListRef={resourceListRef} />
      </div>
      {useSelector(resourceListRef, isConfirming) ? (
        <OrphanDialog path={path} resourceListRef={resourceListRef} />
      ) : null}
    </AdminScreen>
  )
}

const AddLink = ({ href }: { href: string }) => (
  <a href={href} className={styles.add}>
    <Icon name="plus" />
    Add
  </a>
)

function Results({ path, resourceListRef }: ResourceListProps) {
  const list = useSelector(resourceListRef, selectList)
  const search = useSelector(resourceListRef, selectSearch)
  const busy = useSelector(resourceListRef, isBusy)
  const failed = useSelector(resourceListRef, isFailed)
  const shown = listAt(path)
  if (!list) return failed ? null : <p role="status">Loading…</p>
  return (
    <>
      <p role="status" className={screenStyles.count}>
        {busy ? 'Loading…' : listSummary(shown.name, list.total, search)}
      </p>
      {list.members.length > 0 ? (
        <ul className={styles.list}>
          {list.members.map((resource) => (
            <ResourceRow
              key={resource['@id']}
              row={rowOf(shown, resource, list.labels)}
              search={search}
              isUnavailable={busy}
              onDelete={() =>
                resourceListRef.send({ type: 'deletion.requested', iri: resource['@id'] })
              }
            />
          ))}
        </ul>
      ) : null}
      <Pagination search={search} pages={list.pages} />
    </>
  )
}

/** Asks whether a route that shows nothing is to be deleted. */
function OrphanDialog({ path, resourceListRef }: ResourceListProps) {
  const list = useSelector(resourceListRef, selectList)!
  const deleted = useSelector(resourceListRef, selectDeleted)
  const resource = list.members.find(({ '@id': iri }) => iri === deleted)
  return (
    <DeletionDialog
      name={resource ? rowOf(listAt(path), resource, list.labels).name : ''}
      consequences={['It shows no page and leads nowhere.']}
      onCancel={() => resourceListRef.send({ type: 'deletion.canceled' })}
      onConfirm={() => resourceListRef.send({ type: 'deletion.confirmed' })}
    />
  )
}
