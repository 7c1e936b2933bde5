import { signOutPath } from '#content/navigation/location.ts'

/** Signs out in a browser without scripts. With scripts, the account menu or the bar of the editor does. */
export const PlainSignOutForm = () => (
  <noscript>
    <form method="post" action={signOutPath}>
      <button>Sign out</button>
    </form>
  </noscript>
)
