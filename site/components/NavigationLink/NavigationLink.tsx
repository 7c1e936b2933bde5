import { linkOrNull } from '#content/page/link.ts'
import { safeDecodeUri } from '#content/navigation/location.ts'
import { defineComponent } from '#src/views/registry/registry.ts'
import { usePath } from '#src/views/hooks/use-path.ts'
import type { kind } from './kind.ts'
import styles from './NavigationLink.module.css'

export default defineComponent<typeof kind>({
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
