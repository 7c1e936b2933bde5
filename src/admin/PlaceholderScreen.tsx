import { AdminScreen } from './AdminScreen.tsx'

/** Stands in for an admin screen that is not built yet. */
export const PlaceholderScreen = ({ title }: { title: string }) => (
  <AdminScreen title={title}>
    <p>This screen is not available yet.</p>
  </AdminScreen>
)
