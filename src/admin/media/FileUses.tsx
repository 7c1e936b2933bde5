import { useSelector } from '@xstate/react'
import { humanize } from '#content/model/humanize.ts'
import type { FileUse } from '#content/model/media-object.ts'
import { settingGroups } from '#content/settings/setting-groups.ts'
import { selectFile } from '#machines/admin/media-file.ts'
import type { MediaFileProps } from './media-file-props.ts'
import styles from './MediaFileScreen.module.css'

/** Lists where a file is used, with links to the pages. */
export function FileUses({ mediaFileRef }: MediaFileProps) {
  const { usedBy = [], useCount } = useSelector(mediaFileRef, selectFile)!
  return (
    <>
      <h2 className={styles.subheading}>Used</h2>
      {useCount === 0 ? <p>Nothing uses this file.</p> : <UseList uses={usedBy} count={useCount} />}
    </>
  )
}

/** Lists the uses of a file that are known; it may have more. */
export const UseList = ({ uses, count }: { uses: readonly FileUse[]; count: number }) => (
  <ul className={styles.uses}>
    {uses.map((use) => (
      <li key={use['@id'] + use.property}>
        {use.label ?? humanize(use['@type'])}
        {use['@type'] === 'SiteConfigParameter' ? <InSettings /> : <OnPages use={use} />}
      </li>
    ))}
    {count > uses.length ? <li>{count - uses.length} more</li> : null}
  </ul>
)

const InSettings = () => (
  <>
    {' in the '}
    <a href={`/_cwa/settings#${settingGroups.pictures.id}`}>settings</a>
  </>
)

const OnPages = ({ use }: { use: FileUse }) => (
  <>
    {use.isPublished ? '' : ' (draft)'} {use.pages.length > 0 ? 'on ' : 'on no page'}
    <Pages use={use} />
  </>
)

const Pages = ({ use: { pages, hasMorePages } }: { use: FileUse }) => (
  <>
    {pages.map(({ '@id': iri, title, path }, at) => (
      <span key={iri}>
        {at > 0 ? ', ' : ''}
        <a href={path ?? `/_cwa/${encodeURIComponent(iri)}`}>{title || 'a page without a title'}</a>
      </span>
    ))}
    {hasMorePages ? ' and more' : ''}
  </>
)
