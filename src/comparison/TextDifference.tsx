import type { ReactNode } from 'react'
import { compareWords } from './compare-texts.ts'
import styles from './TextDifference.module.css'

export interface TextVersions {
  before: string
  after: string
  /** The names of the two versions for screen readers. */
  sides?: { before: string; after: string }
}

export const defaultSides = { before: 'Removed', after: 'Added' }

/** Shows how two texts differ, word by word. */
export function TextDifference({ before, after, sides = defaultSides }: TextVersions) {
  if (before === after) return 'Only the formatting has changed.'
  return (
    <p className={styles.text}>
      {compareWords(before, after).map(({ added, removed, value }, at) =>
        added ? (
          <InsertedText key={at} side={sides.after}>
            {value}
          </InsertedText>
        ) : removed ? (
          <DeletedText key={at} side={sides.before}>
            {value}
          </DeletedText>
        ) : (
          <span key={at}>{value}</span>
        ),
      )}
    </p>
  )
}

/** Says which of two versions is marked how. */
export const DifferenceLegend = ({ sides }: Required<Pick<TextVersions, 'sides'>>) => (
  <p className={styles.legend}>
    <del className={styles.deleted}>{sides.before}</del>{' '}
    <ins className={styles.inserted}>{sides.after}</ins>
  </p>
)

interface MarkedTextProps {
  /** The name of the version that has the text, for screen readers. */
  side: string
  children: ReactNode
}

export const InsertedText = ({ side, children }: MarkedTextProps) => (
  <ins className={styles.inserted}>
    <span className={styles.hidden}>{side}: </span>
    {children}
  </ins>
)

export const DeletedText = ({ side, children }: MarkedTextProps) => (
  <del className={styles.deleted}>
    <span className={styles.hidden}>{side}: </span>
    {children}
  </del>
)
