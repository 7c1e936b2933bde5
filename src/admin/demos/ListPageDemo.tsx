import { useSearch } from '#src/views/hooks/use-search.ts'
import { useListPage } from '../hooks/use-list-page.ts'
import { ListTools } from '../resources/ListTools.tsx'
import { useOpenList } from '../use-open-list.ts'
import { HookDemo, HookValues } from './HookDemo.tsx'
import { ListChoice, listIn } from './ListChoice.tsx'

/** Shows `useListPage` for the list in the query string. */
export function ListPageDemo({ title }: { title: string }) {
  const search = useSearch()
  const listPath = listIn(search)
  const open = useOpenList('')
  return (
    <HookDemo
      title={title}
      purpose="Lists pages, layouts, routes, users or types of data for the query string of the screen."
      parameters={<ListChoice value={listPath} onChoose={(list) => open({ list })} />}
    >
      <ListOf key={listPath} listPath={listPath} />
    </HookDemo>
  )
}

function ListOf({ listPath }: { listPath: string }) {
  const listPage = useListPage(listPath)
  const { shown, title, total, pages, search, summary, isFailed, addHref, rows } = listPage
  const { isBusy, failure, reload, openList } = listPage
  const hrefs = rows?.map(listPage.itemHref) ?? []
  const links = [
    ...(addHref === null ? [] : [{ href: addHref, label: 'Add' }]),
    ...(rows ?? []).flatMap((row, at) => {
      const href = hrefs[at]
      return href ? [{ href, label: row.name || row.iri }] : []
    }),
  ]
  return (
    <>
      <ListTools list={shown} search={search} />
      <HookValues
        values={{ shown, title, total, pages, search, summary, isFailed, addHref, rows, hrefs }}
        actions={{ reload, 'openList({ search: null })': () => openList({ search: null }) }}
        isEmpty={rows?.length === 0}
        links={links}
        {...{ isBusy, failure }}
      />
    </>
  )
}
