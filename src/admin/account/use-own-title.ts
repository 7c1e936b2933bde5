import { useEffect } from 'react'
import { documentTitle } from '#content/settings/document-title.ts'
import { titleSeparator } from '#src/app/effects/admin/site-designs.ts'
import { useSiteConfig } from '#src/views/hooks/use-site-config.ts'

export const ownAccountTitle = 'My account'

/** Names the document after the own account, whose screen is that of any user otherwise. The next screen names it anew. */
export function useOwnTitle(isOwnAccount: boolean) {
  const site = useSiteConfig()
  useEffect(() => {
    if (isOwnAccount) document.title = documentTitle(site, ownAccountTitle, titleSeparator)
  }, [isOwnAccount, site])
}
