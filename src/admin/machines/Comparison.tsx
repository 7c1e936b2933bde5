import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { type Pair, differs, partingOf, statesBeside } from '#charts/live/compare-recordings.ts'
import { counted } from '#content/model/counted.ts'
import { type ShownRecording, selectCursor } from '#machines/admin/machine-viewer.ts'
import { Button } from '#src/ui/Button.tsx'
import type { ViewerProps } from './viewer-props.ts'
import styles from './Recordings.module.css'

interface ComparisonProps extends ViewerProps {
  recordings: Pair<ShownRecording>
}

/** Says where two recordings part, and shows the states of their actors side by side, as they are at the time that is shown. */
export const Comparison = (props: ComparisonProps) => (
  <div className={styles.comparison}>
    <PartingText {...props} />
    <StateTable {...props} />
  </div>
)

function PartingText({ viewerRef, recordings }: ComparisonProps) {
  const [one, other] = recordings
  const parting = useMemo(() => partingOf([one, other]), [one, other])
  const show = (id: number) => viewerRef.send({ type: 'step.chosen', id })
  return (
    <div className={styles.parting}>
      {parting ? (
        <>
          <p>They part at step {parting.step}:</p>
          <dl>
            {recordings.map(({ name }, at) => (
              <div key={at}>
                <dt>{name}</dt>
                <dd>{parting.texts[at] ?? 'It has ended before this step.'}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p>All {one.steps.length} steps are the same. Times and values are not compared.</p>
      )}
      <div className={styles.tools}>
        {parting ? <Button onClick={() => show(parting.step)}>Show this step</Button> : null}
        <Button onClick={() => viewerRef.send({ type: 'recordings.swapped' })}>
          Show {other.name}
        </Button>
      </div>
    </div>
  )
}

function StateTable({ viewerRef, recordings: [one, other] }: ComparisonProps) {
  const cursor = useSelector(viewerRef, selectCursor)
  const pairs = useMemo(() => {
    const at = cursor ?? Infinity
    return statesBeside([one, other], [at, at])
  }, [one, other, cursor])
  const different = pairs.filter(differs)
  const same = pairs.length - different.length
  return (
    <div className={styles.states}>
      <table>
        <caption>
          States {cursor === null ? 'at the end' : `after step ${cursor}`}:{' '}
          {counted(different.length, 'actor differs', 'actors differ')}, {same} the same
        </caption>
        <thead>
          <tr>
            {['Actor', one.name, other.name].map((name, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {different.slice(0, rowLimit).map(({ name, states }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {states.map((state, at) => (
                <td key={at}>{state ?? 'not running'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {different.length > rowLimit ? <p>And {different.length - rowLimit} more.</p> : null}
    </div>
  )
}

/** The most actors that are listed. */
const rowLimit = 200
