import { textIn } from '#content/model/text-in.ts'
import { useAppActor } from '#src/app/shell/app-context.tsx'
import { useResourceSelector } from '#src/resources/use-resource.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import { useCurrentPage } from '../hooks/use-content-scope.ts'
import { useStanding } from '../hooks/use-standing.ts'
import styles from './EditorBar.module.css'

/** The words for what the color of the header says. */
const words = { admin: '', page: '', template: 'Template', routed: 'Data', unrouted: 'No route' }

/** Names the page that is shown, and opens it as an item of the admin area, over the page. */
export function PageButton() {
  const itemDialogRef = useAppActor('itemDialog')
  const page = useCurrentPage()
  const path = usePath()
  const iri = page?.pageData ?? page?.page
  const name = useResourceSelector((read) => {
    const resource = iri && read(iri)
    return resource ? textIn(resource, 'reference') || textIn(resource, 'title') : null
  })
  const word = words[useStanding()]
  if (!iri) return null
  return (
    <Button
      variant="quiet"
      className={styles.page}
      aria-label={`Settings of this page${name ? `: ${name}` : ''}${word ? ` (${word})` : ''}`}
      aria-haspopup="dialog"
      title="Settings of this page"
      onClick={() => itemDialogRef.send({ type: 'item.requested', path })}
    >
      <span className={styles.pageName}>{name}</span>
      {word ? <span className={styles.word}>{word}</span> : null}
      <Icon name="cog" />
    </Button>
  )
}
