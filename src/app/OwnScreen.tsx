import { Route, Switch } from 'wouter'
import { signInPath } from '#content/location.ts'
import { routes } from '#content/route-table.ts'
import { Placeholder } from '#src/admin/Placeholder.tsx'
import { SignInView } from '#src/views/SignInView.tsx'

/** One of the app's own screens: those beside the pages of content. */
export const OwnScreen = () => (
  <Switch>
    {routes
      .filter(({ meta }) => meta.disabled)
      .map(({ name, path, meta }) => (
        <Route key={name} path={path}>
          {path === signInPath ? <SignInView /> : <Placeholder title={meta.title ?? name} />}
        </Route>
      ))}
  </Switch>
)
