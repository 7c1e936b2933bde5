import { listAt } from '#content/admin/resource-lists.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { Pagination } from '#src/views/collection/Pagination.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import { AdminScreen } from '../AdminScreen.tsx'
import { RetryButton } from '../RetryButton.tsx'
import { SuperAdminsOnly } from '../SuperAdminsOnly.tsx'
import screenStyles from '../AdminScreen.module.css'
import { type ListPage, useListPage } from '../hooks/use-list-page.ts'
import { DeletionDialog } from './DeletionDialog.tsx'
import { ListTools } from './ListTools.tsx'
import { ResourceRow } from './ResourceRow.tsx'
import styles from './ResourceList.module.css'

interface ListPageProps {
  listPage: ListPage
}

/** Lists the pages, layouts, routes, users or data of the site, whichever its path names. */
export function ResourceListScreen({ title }: { title: string }) {
  const path = usePath()
  const list = <ListOnPath key={path} path={path} title={title} />
  return listAt(path).name === 'users' ? (
    <SuperAdminsOnly title={title}>{list}</SuperAdminsOnly>
  ) : (
    list
  )
}

const ListOnPath = ({ path, title }: { path: string; title: string }) => (
  <ListPageScreen title={title} listPage={useListPage(path)} />
)

/**
 * Renders the screen of a list.
 * @internal Exported for tests.
 */
export function ListPageScreen({ title, listPage }: ListPageProps & { title: string }) {
  const { shown, search, addHref, deleted, isBusy } = listPage
  return (
    <AdminScreen
      title={listPage.title ?? title}
      width="wide"
      {...(shown.name === 'data' && { back: { href: '/_cwa/data', label: 'Data' } })}
      action={addHref === null ? null : <AddLink href={addHref} />}
    >
      <ListTools list={shown} search={search} />
      <FailureAlert failure={listPage.failure} />
      {listPage.isFailed ? <RetryButton onRetry={listPage.reload} /> : null}
      <div className={screenStyles.results} aria-busy={isBusy}>
        <Results listPage={listPage} />
      </div>
      {deleted ? (
        <DeletionDialog
          name={deleted.name}
          consequences={['It shows no page and leads nowhere.']}
          onCancel={listPage.cancelDeletion}
          onConfirm={listPage.confirmDeletion}
        />
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

function Results({ listPage }: ListPageProps) {
  const { rows, isBusy, isFailed, summary } = listPage
  if (!rows) return isFailed ? null : <p role="status">Loading…</p>
  return (
    <>
      <p role="status" className={screenStyles.count}>
        {isBusy ? 'Loading…' : summary}
      </p>
      {rows.length > 0 ? (
        <ul className={screenStyles.rows}>
          {rows.map((row) => (
            <ResourceRow
              key={row.iri}
              row={row}
              itemHref={listPage.itemHref(row)}
              isUnavailable={isBusy}
              onDelete={() => listPage.requestDeletion(row.iri)}
            />
          ))}
        </ul>
      ) : null}
      <Pagination search={listPage.search} pages={listPage.pages} />
    </>
  )
}
