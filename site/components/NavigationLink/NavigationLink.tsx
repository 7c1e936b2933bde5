import { linkOrNull } from '#content/links/link.ts'
import { safeDecodeUri } from '#content/navigation/location.ts'
import { defineComponent } from '#src/views/registry/registry.ts'
import { usePath } from '#src/views/hooks/use-path.ts'
import type { kind } from './kind.ts'
import styles from './NavigationLink.module.css'

export default defineComponent<typeof kind>({
  View: function NavigationLinkView({ resource: { label, url } }) {
    const href = linkOrNull(url) ?? undefined
    const path = safeDecodeUri(usePath())
    return (
      <a href={href} className={styles.link} aria-current={currentOf(href, path)}>
        {label}
      </a>
    )
  },
})

/** Returns how a link is marked on its page, and on those below. All pages are below the home page, so that is not. */
const currentOf = (href: string | undefined, path: string) => {
  if (path === href) return 'page'
  return href !== '/' && path.startsWith(`${href}/`) ? 'location' : undefined
}
