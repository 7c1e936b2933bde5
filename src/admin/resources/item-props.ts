import type { ResourceItemRef } from '#machines/admin/resource-item.ts'

export interface ItemProps {
  resourceItemRef: ResourceItemRef
}
