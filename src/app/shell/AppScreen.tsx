import { Route, Switch } from 'wouter'
import { signInPath } from '#content/page/location.ts'
import { routes } from '#content/page/route-table.ts'
import { PlaceholderScreen } from '#src/admin/PlaceholderScreen.tsx'
import { SignInView } from '#src/views/screens/SignInView.tsx'

/** Renders the app screen at the current path, such as the sign-in screen. */
export const AppScreen = () => (
  <Switch>
    {routes
      .filter(({ meta }) => meta.isAppScreen)
      .map(({ name, path, meta }) => (
        <Route key={name} path={path}>
          {path === signInPath ? <SignInView /> : <PlaceholderScreen title={meta.title ?? name} />}
        </Route>
      ))}
  </Switch>
)
