import { useSelector } from '@xstate/react'
import { useId } from 'react'
import { mediaQuery } from '#content/pictures/media-library.ts'
import {
  type MediaLibraryRef,
  isBusy,
  isFailed,
  selectFailure,
  selectList,
  selectSearch,
} from '#machines/admin/media-library.ts'
import { mediaLibrary } from '#src/app/effects/admin/media-library-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { Button } from '#src/ui/Button.tsx'
import { FailureAlert } from '#src/ui/FailureAlert.tsx'
import fieldStyles from '#src/ui/TextField.module.css'
import { Pagination } from '#src/views/collection/Pagination.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import { useSearch } from '#src/views/hooks/use-search.ts'
import { AdminScreen } from '../AdminScreen.tsx'
import screenStyles from '../AdminScreen.module.css'
import { SearchForm } from '../SearchForm.tsx'
import { useOpenList } from '../use-open-list.ts'
import { MediaGrid } from './MediaGrid.tsx'
import styles from './MediaLibraryScreen.module.css'

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
  return (
    <AdminScreen title={title} width="wide">
      <Tools mediaLibraryRef={mediaLibraryRef} />
      <FailureAlert failure={useSelector(mediaLibraryRef, selectFailure)} />
      {failed ? (
        <Button onClick={() => mediaLibraryRef.send({ type: 'retry.requested' })}>Try again</Button>
      ) : (
        <div className={screenStyles.results} aria-busy={busy}>
          <Results mediaLibraryRef={mediaLibraryRef} />
        </div>
      )}
    </AdminScreen>
  )
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
        mediaLibraryRef={mediaLibraryRef}
        tag={query.get('tag') ?? ''}
        onChoose={(tag) => open({ tag })}
      />
    </div>
  )
}

interface TagFilterProps extends MediaLibraryProps {
  /** The tag that all listed files have; '' for any. */
  tag: string
  onChoose: (tag: string) => void
}

function TagFilter({ mediaLibraryRef, tag, onChoose }: TagFilterProps) {
  const id = useId()
  const tags = useSelector(mediaLibraryRef, selectList)?.tags ?? []
  const isListed = tag === '' || tags.some((other) => other.tag === tag)
  if (tag === '' && tags.length === 0) return null
  return (
    <div className={styles.tag}>
      <label htmlFor={id}>Tag</label>
      <select
        id={id}
        className={fieldStyles.input}
        value={tag}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">All tags</option>
        {isListed ? null : <option value={tag}>{tag}</option>}
        {tags.map((other) => (
          <option key={other.tag} value={other.tag}>
            {other.tag} ({other.fileCount})
          </option>
        ))}
      </select>
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
        {busy ? 'Loading…' : summaryOf(list.total, isFiltered)}
      </p>
      {list.files.length > 0 ? <MediaGrid files={list.files} search={search} /> : null}
      <Pagination search={search} pages={list.pages} />
    </>
  )
}

const summaryOf = (total: number, isFiltered: boolean) => {
  if (total === 1) return '1 file'
  if (total > 1) return `${total.toLocaleString('en')} files`
  return isFiltered
    ? 'Nothing was found. Try fewer words, or another tag.'
    : 'No files yet. Every picture that is added to a page appears here.'
}
