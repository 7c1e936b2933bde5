import { listAt } from '#content/admin/resource-lists.ts'
import { pageNumberIn, updateSearch } from '#content/page/collection.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { Pagination } from '#src/views/collection/Pagination.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import { AdminScreen } from '../AdminScreen.tsx'
import { RetryButton } from '../RetryButton.tsx'
import { SuperAdminsOnly } from '../SuperAdminsOnly.tsx'
import screenStyles from '../AdminScreen.module.css'
import { type ListPage, useListPage } from '../hooks/use-list-page.ts'
import { BulkBar } from './BulkBar.tsx'
import { BulkDialog } from './BulkDialog.tsx'
import { BulkFailure } from './BulkFailure.tsx'
import { DeletionDialog } from './DeletionDialog.tsx'
import { ListTools } from './ListTools.tsx'
import { PageSteps } from './PageSteps.tsx'
import { ResourceRows } from './ResourceRows.tsx'
import { useReturnToRow } from './return-to-row.ts'
import { UndoOffer } from './UndoOffer.tsx'
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
  useReturnToRow(listPage.rows !== null)
  return (
    <AdminScreen
      title={listPage.title ?? title}
      width="wide"
      {...(shown.name === 'data' && { back: { href: '/_cwa/data', label: 'Data' } })}
      action={addHref === null ? null : <AddLink href={addHref} />}
    >
      <ListTools list={shown} search={search} />
      <FailureAlert failure={listPage.failure} />
      <BulkFailure listPage={listPage} />
      <UndoOffer canUndo={listPage.canUndo} undo={listPage.undo} />
      {listPage.isFailed ? <RetryButton onRetry={listPage.reload} /> : null}
      <div className={screenStyles.results} aria-busy={isBusy}>
        <Results listPage={listPage} />
      </div>
      <BulkDialog listPage={listPage} />
      {deleted ? (
        <DeletionDialog
          name={deleted.name}
          isUndoable={listPage.actions.includes('delete')}
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
      <div className={styles.summary}>
        <p role="status" className={screenStyles.count}>
          {isBusy ? 'Loading…' : summary}
        </p>
        <PageSteps search={listPage.search} pages={listPage.pages} />
      </div>
      <BulkBar listPage={listPage} />
      {rows.length > 0 ? <ResourceRows listPage={listPage} /> : null}
      <PageLinks listPage={listPage} />
    </>
  )
}

/** Leads to the other pages of the list. */
const PageLinks = ({ listPage }: ListPageProps) =>
  listPage.rows?.length === 0 && listPage.total > 0 ? (
    <BeyondLastPage listPage={listPage} />
  ) : (
    <Pagination search={listPage.search} pages={listPage.pages} />
  )

/** Says that the page in the URL does not exist, as it did before rows were deleted, and leads to the last one. */
function BeyondLastPage({ listPage: { search, pages } }: ListPageProps) {
  const last = updateSearch(search, { page: pages > 1 ? String(pages) : null })
  return (
    <p>
      There is no page {pageNumberIn(search).toLocaleString('en')} of this list.{' '}
      <a href={usePath() + last}>Go to {pages > 1 ? `the last page, ${pages}` : 'the list'}</a>
    </p>
  )
}
