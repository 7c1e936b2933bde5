import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import {
  type PreviewedIris,
  designPreviewOf,
  previewedIris,
} from '#content/admin/design-preview.ts'
import { listAt } from '#content/admin/resource-lists.ts'
import { type DesignPreviewRef, isBusy, selectItems } from '#machines/admin/design-preview.ts'
import { selectDraft, selectForm } from '#machines/admin/resource-item.ts'
import { designPreview } from '#src/app/effects/admin/design-preview-effects.ts'
import { useViewActor } from '#src/app/shell/use-view-actor.ts'
import { createResourceCache } from '#src/resources/resource-cache.ts'
import { ResourceCacheContext } from '#src/resources/use-resource.ts'
import { usePath } from '#src/views/hooks/use-path.ts'
import { LayoutView } from '#src/views/page/LayoutView.tsx'
import { PageView } from '#src/views/page/PageView.tsx'
import { EditingContext } from '#src/views/registry/editing-context.ts'
import styles from './DesignPreview.module.css'
import type { ItemProps } from './item-props.ts'
import { useAnonymousContent } from './use-anonymous-content.ts'

/** Shows a page in small as it would look with what is entered, by the components that render it for visitors. */
export function DesignPreview({ resourceItemRef }: ItemProps) {
  const form = useSelector(resourceItemRef, selectForm)!
  const draft = useSelector(resourceItemRef, selectDraft)
  const { page, layout } = previewedIris(form, draft)
  // Another layout has other content to be read.
  return (
    <PreviewOf
      key={`${page} ${layout}`}
      page={page}
      layout={layout}
      resourceItemRef={resourceItemRef}
    />
  )
}

function PreviewOf({ resourceItemRef, page, layout }: ItemProps & PreviewedIris) {
  const designPreviewRef = useViewActor('designPreview', designPreview, { page, layout })
  return (
    <DesignPreviewWithActor resourceItemRef={resourceItemRef} designPreviewRef={designPreviewRef} />
  )
}

interface DesignPreviewProps extends ItemProps {
  designPreviewRef: DesignPreviewRef
}

/** Renders the preview of an actor. */
function DesignPreviewWithActor({ resourceItemRef, designPreviewRef }: DesignPreviewProps) {
  const form = useSelector(resourceItemRef, selectForm)!
  const draft = useSelector(resourceItemRef, selectDraft)
  const items = useSelector(designPreviewRef, selectItems)
  const busy = useSelector(designPreviewRef, isBusy)
  const isLayout = listAt(usePath()).name === 'layouts'
  const preview = useMemo(
    () => designPreviewOf(form, draft, { items, isLayout }),
    [form, draft, items, isLayout],
  )
  const cache = useMemo(() => {
    const created = createResourceCache()
    created.save(preview.resources.map((resource) => ({ resource })))
    return created
  }, [preview])
  const frameRef = useAnonymousContent()
  return (
    <figure className={styles.preview} aria-busy={busy}>
      <figcaption className={styles.caption}>Preview, with what is not saved yet</figcaption>
      {/* A picture of the page: nothing in it is reached by the keyboard, and no screen reader reads it. */}
      <div ref={frameRef} className={styles.frame} aria-hidden="true" inert>
        <div className={styles.page}>
          <ResourceCacheContext value={cache}>
            <EditingContext value={null}>
              <LayoutView iri={preview.layout}>
                {preview.page === null ? null : <PageView iri={preview.page} />}
              </LayoutView>
            </EditingContext>
          </ResourceCacheContext>
        </div>
      </div>
    </figure>
  )
}
