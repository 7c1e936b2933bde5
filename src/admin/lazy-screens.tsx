/** The screens of the admin area, each loaded when it is opened for the first time. */
import type { ComponentType } from 'react'
import { lazyView } from '#src/ui/lazy/lazy-view.tsx'
import { useIsHydrated } from '#src/views/hooks/use-is-hydrated.ts'
import { MissingScreen, type ScreenProps } from './MissingScreen.tsx'

const Loading = () => <main id="main" aria-busy="true" />

/** Returns a screen that loads its code; where that fails, it says so. */
const lazyScreen = (load: () => Promise<ComponentType<ScreenProps>>) => {
  const Screen = lazyView(load, { Loading, Missing: MissingScreen })
  // The server, which has no session of the API to read with, leaves it to the browser.
  return (props: ScreenProps) => (useIsHydrated() ? <Screen {...props} /> : <Loading />)
}

export const AdminHomeScreen = lazyScreen(
  async () => (await import('./AdminHomeScreen.tsx')).AdminHomeScreen,
)

export const DataListDemo = lazyScreen(
  async () => (await import('./demos/DataListDemo.tsx')).DataListDemo,
)

export const DataTypeDemo = lazyScreen(
  async () => (await import('./demos/DataTypeDemo.tsx')).DataTypeDemo,
)

export const ItemPageDemo = lazyScreen(
  async () => (await import('./demos/ItemPageDemo.tsx')).ItemPageDemo,
)

export const ListPageDemo = lazyScreen(
  async () => (await import('./demos/ListPageDemo.tsx')).ListPageDemo,
)

export const DynamicPageLoaderDemo = lazyScreen(
  async () => (await import('./demos/DynamicPageLoaderDemo.tsx')).DynamicPageLoaderDemo,
)

export const SubmissionsScreen = lazyScreen(
  async () => (await import('./submissions/SubmissionsScreen.tsx')).SubmissionsScreen,
)

export const AuditScreen = lazyScreen(
  async () => (await import('./audit/AuditScreen.tsx')).AuditScreen,
)

export const HealthScreen = lazyScreen(
  async () => (await import('./health/HealthScreen.tsx')).HealthScreen,
)

export const MachinesScreen = lazyScreen(
  async () => (await import('./machines/MachinesScreen.tsx')).MachinesScreen,
)

export const BackupScreen = lazyScreen(
  async () => (await import('./backup/BackupScreen.tsx')).BackupScreen,
)

export const TwoFactorScreen = lazyScreen(
  async () => (await import('./account/TwoFactorScreen.tsx')).TwoFactorScreen,
)

export const SettingsScreen = lazyScreen(
  async () => (await import('./settings/SettingsScreen.tsx')).SettingsScreen,
)

export const MediaLibraryScreen = lazyScreen(
  async () => (await import('./media/MediaLibraryScreen.tsx')).MediaLibraryScreen,
)

export const MediaFileScreen = lazyScreen(
  async () => (await import('./media/MediaFileScreen.tsx')).MediaFileScreen,
)

export const ResourceListScreen = lazyScreen(
  async () => (await import('./resources/ResourceListScreen.tsx')).ResourceListScreen,
)

export const ResourceItemScreen = lazyScreen(
  async () => (await import('./resources/ResourceItemScreen.tsx')).ResourceItemScreen,
)
