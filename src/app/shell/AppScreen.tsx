import type { ComponentType, ReactNode } from 'react'
import { Route, Switch } from 'wouter'
import { parsePattern } from '#content/navigation/path-patterns.ts'
import { type ScreenPath, screens } from '#content/navigation/screens.ts'
import {
  AdminHomeScreen,
  DataListDemo,
  DataTypeDemo,
  DynamicPageLoaderDemo,
  ItemPageDemo,
  ListPageDemo,
  AuditScreen,
  BackupScreen,
  HealthScreen,
  MachinesScreen,
  MediaFileScreen,
  MediaLibraryScreen,
  ResourceItemScreen,
  ResourceListScreen,
  SettingsScreen,
  SubmissionsScreen,
  TwoFactorScreen,
} from '#src/admin/lazy-screens.tsx'
import { usePath } from '#src/views/hooks/use-path.ts'
import { LazyScreenRenewal } from '../lazy/lazy-screen-renewal.tsx'
import { EmailConfirmationView } from '#src/views/screens/account/EmailConfirmationView.tsx'
import { ForgotPasswordView } from '#src/views/screens/account/ForgotPasswordView.tsx'
import { ResetPasswordView } from '#src/views/screens/account/ResetPasswordView.tsx'
import { SetupView } from '#src/views/screens/account/SetupView.tsx'
import { SignInView } from '#src/views/screens/SignInView.tsx'

/** The view of each screen. The compiler reports a screen without one. */
const views = {
  '/login': SignInView,
  '/forgot-password': ForgotPasswordView,
  '/verify-email/:username?/:token?': EmailConfirmationView,
  '/reset-password/:username?/:token?': ResetPasswordView,
  '/confirm-new-email/:username?/:newEmail?/:token?': EmailConfirmationView,
  '/set-up-site/:token?': SetupView,
  '/_cwa': AdminHomeScreen,
  '/_cwa/set-up-two-factor': TwoFactorScreen,
  '/_cwa/pages': ResourceListScreen,
  '/_cwa/pages/:iri': ResourceItemScreen,
  '/_cwa/users': ResourceListScreen,
  '/_cwa/users/:iri': ResourceItemScreen,
  '/_cwa/routes': ResourceListScreen,
  '/_cwa/layouts': ResourceListScreen,
  '/_cwa/layouts/:iri': ResourceItemScreen,
  '/_cwa/submissions': SubmissionsScreen,
  '/_cwa/media': MediaLibraryScreen,
  '/_cwa/media/:id': MediaFileScreen,
  '/_cwa/audit': AuditScreen,
  '/_cwa/health': HealthScreen,
  '/_cwa/machines': MachinesScreen,
  '/_cwa/backup': BackupScreen,
  '/_cwa/settings': SettingsScreen,
  '/_cwa/data': ResourceListScreen,
  '/_cwa/data/:type': ResourceListScreen,
  '/_cwa/data/:type/:iri': ResourceItemScreen,
  '/_cwa/useDataList': DataListDemo,
  '/_cwa/useDataType': DataTypeDemo,
  '/_cwa/useItemPage': ItemPageDemo,
  '/_cwa/useListPage': ListPageDemo,
  '/_cwa/useDynamicPageLoader': DynamicPageLoaderDemo,
} satisfies ViewsByPath

export type ViewsByPath = Record<ScreenPath, ComponentType<{ title: string }>>

const routes = screens.map(({ path, title }) => {
  const View: ViewsByPath[ScreenPath] = views[path]
  return (
    <Route key={path} path={parsePattern(path).pattern}>
      <View title={title} />
    </Route>
  )
})

/** Renders the app screen at the current path, such as the sign-in screen, and its children beside it. */
export const AppScreen = ({ children }: { children?: ReactNode }) => (
  <>
    <Switch location={usePath()}>{routes}</Switch>
    {children}
    <LazyScreenRenewal />
  </>
)
