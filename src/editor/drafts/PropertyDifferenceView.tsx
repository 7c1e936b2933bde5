import type { ReactNode } from 'react'
import { compareWords } from './compare-texts.ts'
import type { PropertyDifference } from './property-differences.ts'
import styles from './PropertyDifferenceView.module.css'

/** Shows how a property differs: words inserted and deleted, images side by side, or the two values. */
export const PropertyDifferenceView = ({ difference }: { difference: PropertyDifference }) => (
  <div className={styles.difference}>
    <dt>{difference.label}</dt>
    <dd>
      <Difference {...difference} />
    </dd>
  </div>
)

interface Versions {
  before: string
  after: string
  /** The names of the two versions for screen readers. */
  sides?: { before: string; after: string }
}

interface DifferenceProps extends Versions {
  comparison: PropertyDifference['comparison']
}

/** Shows how two values differ. */
export function Difference({ comparison, ...versions }: DifferenceProps) {
  if (comparison === 'text') return <Words {...versions} />
  return comparison === 'image' ? <Pictures {...versions} /> : <Values {...versions} />
}

/** Says which of two versions is marked how. */
export const DifferenceLegend = ({ sides }: Required<Pick<Versions, 'sides'>>) => (
  <p className={styles.legend}>
    <del>{sides.before}</del> <ins>{sides.after}</ins>
  </p>
)

const defaultSides = { before: 'Removed', after: 'Added' }

function Words({ before, after, sides = defaultSides }: Versions) {
  if (before === after) return 'Only the formatting has changed.'
  return (
    <p className={styles.text}>
      {compareWords(before, after).map(({ added, removed, value }, at) =>
        added ? (
          <ins key={at}>
            <Hidden>{sides.after}: </Hidden>
            {value}
          </ins>
        ) : removed ? (
          <del key={at}>
            <Hidden>{sides.before}: </Hidden>
            {value}
          </del>
        ) : (
          <span key={at}>{value}</span>
        ),
      )}
    </p>
  )
}

const Hidden = ({ children }: { children: ReactNode }) => (
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

const Values = ({ before, after, sides = defaultSides }: Versions) => (
  <p className={styles.text}>
    {before ? (
      <del>
        <Hidden>{sides.before}: </Hidden>
        {before}
      </del>
    ) : null}
    {before && after ? <span aria-hidden="true"> → </span> : null}
    {after ? (
      <ins>
        <Hidden>{sides.after}: </Hidden>
        {after}
      </ins>
    ) : null}
  </p>
)
