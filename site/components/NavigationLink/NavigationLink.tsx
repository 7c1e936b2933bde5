import type { Component } from '#content/resource.ts'
import { defineComponent } from '#src/views/define.ts'
import { usePath } from '#src/views/use-path.ts'
import styles from './NavigationLink.module.css'

interface NavigationLink extends Component {
  label?: string
  /** Of the page or address it leads to; absent while it leads nowhere. */
  url?: string
}

export default defineComponent<NavigationLink>({
  View: function NavigationLinkView({ resource: { label, url } }) {
    const current = usePath() === url
    return (
      <a href={url} className={styles.link} aria-current={current ? 'page' : undefined}>
        {label}
      </a>
    )
  },
})
