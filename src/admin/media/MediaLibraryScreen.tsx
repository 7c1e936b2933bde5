import { useSelector } from '@xstate/react'
import { mediaQuery, mediaSummary } from '#content/pictures/media-library.ts'
import {
  type MediaLibraryRef,
  isBusy,
  isFailed,
  selectFailure,
  selectList,
  selectSearch,
  selectTags,
} from '#machines/admin/media-library.ts'
import { mediaLibrary } from '#src/app/effects/media-library-effects.ts'
import { useAppRef } from '#src/app/shell/app-context.tsx'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import { SearchForm } from '#src/ui/SearchForm.tsx'
import { Pagination } from '#src/views/collection/Pagination.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import { useSearch } from '#src/views/hooks/use-search.ts'
import { TagFilter } from '#src/views/media/TagFilter.tsx'
import { AdminScreen } from '../AdminScreen.tsx'
import screenStyles from '../AdminScreen.module.css'
import { useOpenList } from '../use-open-list.ts'
import { MediaGrid } from './MediaGrid.tsx'
import { RetryButton } from '../RetryButton.tsx'
import { UploadPanel } from './UploadPanel.tsx'

interface MediaLibraryProps {
  mediaLibraryRef: MediaLibraryRef
}

/** Lists everything that was uploaded, searched and by tag. */
export function MediaLibraryScreen({ title }: { title: string }) {
  const [path, search] = [usePath(), useSearch()]
  const mediaLibraryRef = useViewActor('mediaLibrary', mediaLibrary, { path, search })
  return <MediaLibraryWithActor title={title} mediaLibraryRef={mediaLibraryRef} />
}

/**
 * Renders the screen of an actor that is already running.
 * @internal Exported for tests.
 */
export function MediaLibraryWithActor({
  title,
  mediaLibraryRef,
}: MediaLibraryProps & { title: string }) {
  const busy = useSelector(mediaLibraryRef, isBusy)
  const failed = useSelector(mediaLibraryRef, isFailed)
  const listed = useSelector(mediaLibraryRef, (snapshot) => selectList(snapshot) !== null)
  return (
    <AdminScreen title={title} width="wide">
      <Uploads />
      <Tools mediaLibraryRef={mediaLibraryRef} />
      <FailureAlert failure={useSelector(mediaLibraryRef, selectFailure)} />
      {failed ? (
        <RetryButton onRetry={() => mediaLibraryRef.send({ type: 'retry.requested' })} />
      ) : null}
      {failed && !listed ? null : (
        <div className={screenStyles.results} aria-busy={busy}>
          <Results mediaLibraryRef={mediaLibraryRef} />
        </div>
      )}
    </AdminScreen>
  )
}

/** Uploads files, once the code of the editor is loaded, which has the queue. */
function Uploads() {
  const uploadQueueRef = useSelector(useAppRef(), (snapshot) => snapshot.children.uploadQueue)
  return uploadQueueRef ? <UploadPanel uploadQueueRef={uploadQueueRef} /> : null
}

/** Searches by words and by a tag. */
function Tools({ mediaLibraryRef }: MediaLibraryProps) {
  const search = useSelector(mediaLibraryRef, selectSearch)
  const open = useOpenList(search)
  const query = new URLSearchParams(search)
  return (
    <div className={screenStyles.tools}>
      <SearchForm words={query.get('search') ?? ''} onSearch={(words) => open({ search: words })} />
      <TagFilter
        tags={useSelector(mediaLibraryRef, selectTags)}
        tag={query.get('tag') ?? ''}
        onChoose={(tag) => open({ tag })}
      />
    </div>
  )
}

function Results({ mediaLibraryRef }: MediaLibraryProps) {
  const list = useSelector(mediaLibraryRef, selectList)
  const search = useSelector(mediaLibraryRef, selectSearch)
  const busy = useSelector(mediaLibraryRef, isBusy)
  if (!list) return <p role="status">Loading…</p>
  const isFiltered = Object.keys(mediaQuery(search)).length > 0
  return (
    <>
      <p role="status" className={screenStyles.count}>
        {busy ? 'Loading…' : mediaSummary(list.total, isFiltered)}
      </p>
      {list.files.length > 0 ? <MediaGrid files={list.files} search={search} /> : null}
      <Pagination search={search} pages={list.pages} />
    </>
  )
}
