import { diffArrays } from 'diff/lib/diff/array.js'
import type { PropertyDifference } from './property-differences.ts'
import styles from './PropertyDifferenceView.module.css'

/** Shows how a property differs: words inserted and deleted, images side by side, or the two values. */
export const PropertyDifferenceView = ({ difference }: { difference: PropertyDifference }) => (
  <div className={styles.difference}>
    <dt>{difference.label}</dt>
    <dd>
      <Comparison {...difference} />
    </dd>
  </div>
)

function Comparison({ comparison, before, after }: PropertyDifference) {
  if (comparison === 'text') return <Words before={before} after={after} />
  return comparison === 'image' ? (
    <Pictures before={before} after={after} />
  ) : (
    <Values before={before} after={after} />
  )
}

interface Versions {
  before: string
  after: string
}

/** A word or another character, with the space after it, so that words which are replaced in a row stay together. */
const wordPattern = /(?:[\p{L}\p{M}\p{N}'’]+|[^\p{L}\p{M}\p{N}'’])\s*/gu

const compareWords = (before: string, after: string) =>
  diffArrays(before.match(wordPattern) ?? [], after.match(wordPattern) ?? [], {
    comparator: (one, other) => one.trim() === other.trim(),
  }).map(({ value, ...part }) => ({ ...part, value: value.join('') }))

function Words({ before, after }: Versions) {
  if (before === after) return 'Only the formatting has changed.'
  return (
    <p className={styles.text}>
      {compareWords(before, after).map(({ added, removed, value }, at) =>
        added ? (
          <ins key={at}>
            <Hidden>Added: </Hidden>
            {value}
          </ins>
        ) : removed ? (
          <del key={at}>
            <Hidden>Removed: </Hidden>
            {value}
          </del>
        ) : (
          <span key={at}>{value}</span>
        ),
      )}
    </p>
  )
}

const Hidden = ({ children }: { children: string }) => (
  <span className={styles.hidden}>{children}</span>
)

const Pictures = ({ before, after }: Versions) => (
  <div className={styles.pictures}>
    <Picture caption="Before" url={before} />
    <Picture caption="After" url={after} />
  </div>
)

const Picture = ({ caption, url }: { caption: string; url: string }) => (
  <figure className={styles.picture}>
    {url ? <img src={url} alt={`${caption} the change`} loading="lazy" /> : <p>None</p>}
    <figcaption>{caption}</figcaption>
  </figure>
)

const Values = ({ before, after }: Versions) => (
  <p className={styles.text}>
    {before ? (
      <del>
        <Hidden>Removed: </Hidden>
        {before}
      </del>
    ) : null}
    {before && after ? <span aria-hidden="true"> → </span> : null}
    {after ? (
      <ins>
        <Hidden>Added: </Hidden>
        {after}
      </ins>
    ) : null}
  </p>
)
