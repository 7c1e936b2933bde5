import { linkOrNull } from '#content/page/link.ts'
import { safeDecodeUri } from '#content/page/location.ts'
import type { Component } from '#content/model/resource.ts'
import { defineComponent } from '#src/views/registry/registry.ts'
import { usePath } from '#src/views/hooks/use-path.ts'
import styles from './NavigationLink.module.css'

interface NavigationLink extends Component {
  label?: string
  /** The path or URL that the link leads to; absent while it has no target. */
  url?: string
}

export default defineComponent<NavigationLink>({
  View: function NavigationLinkView({ resource: { label, url } }) {
    const href = linkOrNull(url) ?? undefined
    const current = safeDecodeUri(usePath()) === href
    return (
      <a href={href} className={styles.link} aria-current={current ? 'page' : undefined}>
        {label}
      </a>
    )
  },
})
