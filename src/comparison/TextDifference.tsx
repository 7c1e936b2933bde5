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
          <ins key={at}>
            <HiddenText>{sides.after}: </HiddenText>
            {value}
          </ins>
        ) : removed ? (
          <del key={at}>
            <HiddenText>{sides.before}: </HiddenText>
            {value}
          </del>
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
    <del>{sides.before}</del> <ins>{sides.after}</ins>
  </p>
)

/** Says to screen readers what others see. */
export const HiddenText = ({ children }: { children: ReactNode }) => (
  <span className={styles.hidden}>{children}</span>
)
