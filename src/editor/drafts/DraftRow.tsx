import { useSelector } from '@xstate/react'
import { dequal } from 'dequal/lite'
import { useId } from 'react'
import { isIriOf } from '#content/model/iri.ts'
import { kindOf } from '#content/model/kind.ts'
import { inLayoutNote, pagesLabel } from '#content/page/pages-label.ts'
import { type DraftsListRef, selectSelected } from '#machines/editing/drafts-list.ts'
import type { EditModeRef } from '#machines/editing/edit-mode.ts'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { isUnmodifiedClick } from '#src/ui/is-unmodified-click.ts'
import { formatTimestamp } from '../format-timestamp.tsx'
import { useCurrentPage } from '../hooks/use-content-scope.ts'
import { usePageCount } from '../hooks/use-page-count.ts'
import { endedNote } from '../messages.ts'
import { noAltText } from '../labels.ts'
import { useSiteKinds } from '../site-kinds.ts'
import { refusalOf } from '../action-refusal.ts'
import styles from './DraftRow.module.css'
import { propertyDifferences } from './property-differences.ts'
import { PropertyDifferenceView } from './PropertyDifferenceView.tsx'
import type { ListedDraft } from './use-listed-drafts.ts'

interface DraftRowProps {
  draft: ListedDraft
  draftsListRef: DraftsListRef
  editModeRef: EditModeRef
  onShow: (draft: ListedDraft) => void
}

/** Shows a draft: what it is, where it is, how it differs from the live version, and what can be done with it. */
export function DraftRow({ draft, draftsListRef, editModeRef, onShow }: DraftRowProps) {
  const { iri, label, live, selection } = draft
  const labelId = useId()
  const selected = useSelector(draftsListRef, (snapshot) => selectSelected(snapshot).includes(iri))
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <input
          type="checkbox"
          className={styles.checkbox}
          checked={selected}
          aria-labelledby={labelId}
          onChange={({ target }) =>
            draftsListRef.send({ type: 'drafts.toggled', iris: [iri], isSelected: target.checked })
          }
        />
        <div className={styles.title}>
          <h3 id={labelId} className={styles.label}>
            {label}
          </h3>
          <p className={styles.about}>
            <span>{live === null ? 'New' : 'Changed'}</span>
            <Location draft={draft} editModeRef={editModeRef} />
            <Notes {...draft} />
          </p>
        </div>
      </div>
      <Differences draft={draft} />
      <div className={styles.actions}>
        {selection ? (
          <Button variant="quiet" aria-describedby={labelId} onClick={() => onShow(draft)}>
            Show
          </Button>
        ) : null}
        <DraftActions {...{ draft, editModeRef, labelId }} />
      </div>
    </li>
  )
}

/** Says what is to be known before the draft is published, when that happens by itself, and until when. */
const Notes = ({ hasEnded, lacking, isUndescribed, scheduledAt, publishedUntil }: ListedDraft) => (
  <>
    {hasEnded ? <span>{endedNote}</span> : null}
    {lacking ? <span>{lacking}</span> : null}
    {isUndescribed ? <span>{noAltText}</span> : null}
    {scheduledAt ? <span>Scheduled for {formatTimestamp(scheduledAt)}</span> : null}
    {publishedUntil ? <span>Live until {formatTimestamp(publishedUntil)}</span> : null}
  </>
)

interface DraftActionsProps {
  draft: ListedDraft
  editModeRef: EditModeRef
  labelId: string
}

function DraftActions({ draft: { iri, live }, editModeRef, labelId }: DraftActionsProps) {
  const refusal = useSelector(editModeRef, refusalOf)
  return (
    <>
      <Button
        variant="quiet"
        aria-describedby={labelId}
        disabledReason={refusal}
        onClick={() => editModeRef.send({ type: 'delete.requested', iri, isDraft: live !== null })}
      >
        Discard
      </Button>
      <Button
        aria-describedby={labelId}
        disabledReason={refusal}
        onClick={() => editModeRef.send({ type: 'publishAll.requested', iris: [iri] })}
      >
        Publish
      </Button>
    </>
  )
}

const isShownInLayout = ({ selection, page }: ListedDraft) =>
  selection ? selection.area === 'layout' : isIriOf('LAYOUT', page?.iri)

/** Says where the draft is shown, on how many pages if that is a layout, and leads to another page that has an address. */
function Location({ draft, editModeRef }: { draft: ListedDraft; editModeRef: EditModeRef }) {
  const { selection, page } = draft
  const current = useCurrentPage()
  const layout = selection ? (current?.layout ?? null) : (page?.iri ?? null)
  const count = usePageCount(isShownInLayout(draft) ? layout : null)
  if (selection)
    return <span>{selection.area === 'layout' ? inLayoutNote(count) : 'On this page'}</span>
  if (!page) return null
  const { iri, title, path } = page
  const seen = count === null ? '' : `, seen on ${pagesLabel(count)}`
  const name = isIriOf('LAYOUT', iri) ? `In the layout “${title}”${seen}` : `On “${title}”`
  if (path === null) return <span>{name}</span>
  const open = () => editModeRef.send({ type: 'open.requested', href: path })
  return (
    <span>
      {name}{' '}
      <a
        href={path}
        aria-label={`Open page “${title}”`}
        onClick={(event) => {
          if (!isUnmodifiedClick(event)) return
          event.preventDefault()
          open()
        }}
      >
        Open page
      </a>
    </span>
  )
}

/** Shows the properties in which the draft differs from the live version. */
function Differences({ draft: { iri, live } }: { draft: ListedDraft }) {
  const { kinds } = useSiteKinds()
  const differences = useResourceSelector((read) => {
    const draft = read(iri)
    if (!draft) return []
    const kind = kindOf(kinds, draft['@type'])
    return propertyDifferences(draft, live === null ? undefined : read(live), kind)
  }, dequal)
  if (differences.length === 0)
    return (
      <p className={styles.same}>
        {live === null ? 'Nothing is filled in yet.' : 'Nothing that is shown has changed.'}
      </p>
    )
  return (
    <dl className={styles.differences}>
      {differences.map((difference) => (
        <PropertyDifferenceView key={difference.name} difference={difference} />
      ))}
    </dl>
  )
}
