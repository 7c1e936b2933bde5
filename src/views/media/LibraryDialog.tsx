import { useSelector } from '@xstate/react'
import type { KeyboardEvent } from 'react'
import type { Failure } from '#content/model/failure.ts'
import { pageNumberIn, updateSearch } from '#content/page/collection.ts'
import {
  type MediaFile,
  alternativeTextIn,
  mediaQuery,
  mediaSummary,
} from '#content/pictures/media-library.ts'
import {
  type MediaLibraryRef,
  isBusy,
  isFailed,
  selectFailure,
  selectList,
  selectSearch,
  selectTags,
} from '#machines/admin/media-library.ts'
import { useResourceCache } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog, DialogActions } from '#src/ui/Dialog.tsx'
import { FailureAlert, type FailureDetails } from '#src/ui/FailureAlert.tsx'
import { SearchForm } from '#src/ui/SearchForm.tsx'
import { MediaTile, mediaGridClass, mediaTileClass } from './MediaTile.tsx'
import { TagFilter } from './TagFilter.tsx'
import { moveFocus } from './move-focus.ts'
import styles from './LibraryDialog.module.css'

export interface LibraryDialogProps {
  onChoose: (file: MediaFile) => void
  onDismiss: () => void
}

type LibraryProps = Pick<ListProps, 'mediaLibraryRef'>

interface ListProps {
  mediaLibraryRef: MediaLibraryRef
  /** Returns why a request failed in the words of those who read it; by default in those of the API. */
  describeFailure?: ((failure: Failure) => FailureDetails | null) | undefined
}

/** Lists the media library of an actor, and chooses one of its files. */
export function LibraryDialog({ onChoose, onDismiss, ...listed }: LibraryDialogProps & ListProps) {
  const { mediaLibraryRef } = listed
  const cache = useResourceCache()
  const choose = (file: MediaFile) => {
    // The page shows it before it is saved.
    cache.save([{ resource: file }])
    onChoose(file)
  }
  return (
    <Dialog label="Media library" width="wide" onDismiss={onDismiss}>
      <div className={styles.library} onKeyDown={enterGrid}>
        <Tools mediaLibraryRef={mediaLibraryRef} />
        <Results {...listed} onChoose={choose} />
      </div>
      <DialogActions>
        <Pages mediaLibraryRef={mediaLibraryRef} />
        <Button onClick={onDismiss}>Cancel</Button>
      </DialogActions>
    </Dialog>
  )
}

/** Moves the focus from the field of the search to the first picture. */
function enterGrid(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  if (key !== 'ArrowDown' || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  currentTarget.querySelector<HTMLElement>('li > button')?.focus()
}

/** Returns the query, and a function that changes parameters of it. */
function useQuery(mediaLibraryRef: MediaLibraryRef) {
  const search = useSelector(mediaLibraryRef, selectSearch)
  const change = (changes: Record<string, string | null>) =>
    mediaLibraryRef.send({
      type: 'query.changed',
      search: updateSearch(search, { page: null, ...changes }),
    })
  return { search, change }
}

function Tools({ mediaLibraryRef }: LibraryProps) {
  const { search, change } = useQuery(mediaLibraryRef)
  const query = new URLSearchParams(search)
  return (
    <div className={styles.tools}>
      <SearchForm
        words={query.get('search') ?? ''}
        onSearch={(words) => change({ search: words })}
      />
      <TagFilter
        tags={useSelector(mediaLibraryRef, selectTags)}
        tag={query.get('tag') ?? ''}
        onChoose={(tag) => change({ tag })}
      />
    </div>
  )
}

function Results({
  mediaLibraryRef,
  describeFailure = (failure) => failure,
  onChoose,
}: ListProps & Pick<LibraryDialogProps, 'onChoose'>) {
  const list = useSelector(mediaLibraryRef, selectList)
  const search = useSelector(mediaLibraryRef, selectSearch)
  const busy = useSelector(mediaLibraryRef, isBusy)
  const failure = useSelector(mediaLibraryRef, selectFailure)
  if (useSelector(mediaLibraryRef, isFailed))
    return (
      <>
        <FailureAlert failure={failure && describeFailure(failure)} />
        <div>
          <Button onClick={() => mediaLibraryRef.send({ type: 'retry.requested' })}>
            Try again
          </Button>
        </div>
      </>
    )
  const isFiltered = Object.keys(mediaQuery(search)).length > 0
  return (
    <>
      <p role="status" className={styles.count}>
        {busy || !list ? 'Loading…' : mediaSummary(list.total, isFiltered)}
      </p>
      <div className={styles.files} aria-busy={busy}>
        <Files files={list?.files ?? []} onChoose={onChoose} />
      </div>
    </>
  )
}

interface FilesProps extends Pick<LibraryDialogProps, 'onChoose'> {
  files: readonly MediaFile[]
}

const Files = ({ files, onChoose }: FilesProps) => (
  <ul className={mediaGridClass}>
    {files.map((file) => (
      <li key={file['@id']}>
        <button
          type="button"
          className={mediaTileClass}
          onClick={() => onChoose(file)}
          onKeyDown={moveFocus}
        >
          <MediaTile file={file} alt={alternativeTextIn(file, document.documentElement.lang)} />
        </button>
      </li>
    ))}
  </ul>
)

function Pages({ mediaLibraryRef }: LibraryProps) {
  const { search, change } = useQuery(mediaLibraryRef)
  const page = pageNumberIn(search)
  const pages = useSelector(mediaLibraryRef, selectList)?.pages ?? 0
  if (pages < 2) return null
  const open = (number: number) => change({ page: String(number) })
  return (
    <>
      <Button
        disabledReason={page === 1 ? 'This is the first page.' : null}
        onClick={() => open(page - 1)}
      >
        Previous
      </Button>
      <span className={styles.page}>
        Page {page} of {pages}
      </span>
      <Button
        disabledReason={page >= pages ? 'This is the last page.' : null}
        onClick={() => open(page + 1)}
      >
        Next
      </Button>
    </>
  )
}
