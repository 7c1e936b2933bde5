import {
  DeletedText,
  InsertedText,
  TextDifference,
  type TextVersions,
  defaultSides,
} from '#src/comparison/TextDifference.tsx'
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

interface DifferenceProps extends TextVersions {
  comparison: PropertyDifference['comparison']
}

/** Shows how two values differ. */
export function Difference({ comparison, ...versions }: DifferenceProps) {
  if (comparison === 'text') return <TextDifference {...versions} />
  return comparison === 'image' ? <Pictures {...versions} /> : <Values {...versions} />
}

const Pictures = ({ before, after }: TextVersions) => (
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

const Values = ({ before, after, sides = defaultSides }: TextVersions) => (
  <p className={styles.text}>
    {before ? <DeletedText side={sides.before}>{before}</DeletedText> : null}
    {before && after ? <span aria-hidden="true"> → </span> : null}
    {after ? <InsertedText side={sides.after}>{after}</InsertedText> : null}
  </p>
)
