import { type ReactNode, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import popoverStyles from '#src/ui/Popover.module.css'
import { classNames } from '#src/ui/class-names.ts'
import { followElement } from '../dom/follow-element.ts'
import { type Distances, positionBelow } from '../dom/position-below.ts'
import styles from './Menu.module.css'
import { MenuContext } from './menu-context.ts'
import { type InitialFocus, focusFirst, focusPointedItem, handleMenuKey } from './menu-focus.ts'

interface MenuListProps {
  /** The id of the button, which names the menu, or a name. */
  triggerId?: string
  label?: string
  /** The button, or another element that the menu opens at. */
  triggerRef: RefObject<HTMLElement | null>
  /** The place of the menu at the button; by default below it. */
  placement?: Pick<Distances, 'gap' | 'align' | 'mayCover'>
  initialFocus: InitialFocus
  beforeSelect?: (() => void) | undefined
  close: () => void
  /** Closes the menu, and leaves the focus where it is. */
  leave: () => void
  children: ReactNode
}

const belowButton = { gap: 6, align: 'end' } as const

/** Shows the items of an open menu below its button, above everything else. */
export function MenuList(props: MenuListProps) {
  const { triggerId, label, triggerRef, beforeSelect, close, leave, children } = props
  const ref = useRef<HTMLDivElement>(null)
  useMenuFocus(ref, props)
  return createPortal(
    <section aria-label="Menu">
      <div
        ref={ref}
        role="menu"
        // A long menu scrolls, so the keyboard must reach it, too.
        tabIndex={0}
        aria-labelledby={triggerId}
        aria-label={label}
        className={classNames(popoverStyles.popover, styles.menu)}
        data-editor-chrome=""
        onPointerMove={focusPointedItem}
        onPointerLeave={focusPointedItem}
        onKeyDown={(event) => {
          if (event.key === 'Tab') {
            // The browser moves the focus on from the button.
            triggerRef.current!.focus({ preventScroll: true })
            leave()
          } else if (isShortcut(event)) close()
          else handleMenuKey(event)
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) leave()
        }}
      >
        <MenuContext value={{ beforeSelect, close }}>{children}</MenuContext>
      </div>
    </section>,
    document.body,
  )
}

/** True for keys that may open a dialog, which returns the focus to where it is then. */
const isShortcut = ({
  key,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>) => key.length === 1 && (ctrlKey || metaKey)

/** Keeps the menu below its button, and moves the focus into it when it opens, and back to the button when it closes. */
function useMenuFocus(
  ref: RefObject<HTMLElement | null>,
  { triggerRef, placement = belowButton, initialFocus, close, leave }: MenuListProps,
) {
  const focusInitially = useEffectEvent((menuEl: HTMLElement) => focusFirst(menuEl, initialFocus))
  const closeOnPress = useEffectEvent(leave)
  const closeOnEscape = useEffectEvent(close)
  useLayoutEffect(() => {
    const menuEl = ref.current!
    const triggerEl = triggerRef.current!
    const stopFollowing = followElement(triggerEl, menuEl, () =>
      positionBelow(triggerEl, menuEl, { padding: 8, ...placement }),
    )
    const stopListening = listenOutside([menuEl, triggerEl], {
      onPress: () => closeOnPress(),
      onEscape: () => closeOnEscape(),
    })
    focusInitially(menuEl)
    return () => {
      stopFollowing()
      stopListening()
      // Before a dialog opens in its place, which will return the focus to where it is then.
      if (menuEl.contains(document.activeElement)) triggerEl.focus({ preventScroll: true })
    }
  }, [ref, triggerRef, placement])
}

interface OutsideListeners {
  onPress: () => void
  onEscape: () => void
}

/** Calls the listeners for a press outside of the elements, and for Escape. Returns a function that stops this. */
function listenOutside(elements: readonly Element[], { onPress, onEscape }: OutsideListeners) {
  const controller = new AbortController()
  // Before anything on the page handles these.
  const options = { capture: true, signal: controller.signal }
  const handlePress = ({ target }: Event) => {
    if (!elements.some((element) => element.contains(target as Node))) onPress()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onEscape()
  }
  document.addEventListener('pointerdown', handlePress, options)
  document.addEventListener('keydown', handleKey, options)
  return () => controller.abort()
}
