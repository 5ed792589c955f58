import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'

/** As long as a finger rests before it drags, in milliseconds: a shorter touch scrolls the page. */
const touchDelayMs = 150

/**
 * Lets the children of a list be dragged into another order, by mouse, pen or finger. Loaded once there is something to
 * put in order.
 */
export function useSortable(
  list: RefObject<HTMLElement | null>,
  options: { readonly handle: string; readonly isOn: boolean; readonly onMove: (from: number, to: number) => void },
): void {
  const { handle, isOn } = options
  const move = useEffectEvent(options.onMove)

  useEffect(() => {
    if (!isOn) return
    const loaded = import('sortablejs').then(({ default: Sortable }) => {
      if (!list.current) return undefined
      return Sortable.create(list.current, {
        handle,
        animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
        delay: touchDelayMs,
        delayOnTouchOnly: true,
        // The same on every device; what a browser drags itself cannot be dragged by a finger everywhere.
        forceFallback: true,
        onEnd: ({ item, from, oldIndex = 0, newIndex = 0 }) => {
          item.remove()
          from.insertBefore(item, from.children[oldIndex] ?? null) // Their order in the document is React's to change.
          if (oldIndex !== newIndex) move(oldIndex, newIndex)
        },
      })
    })
    // Without it, the buttons do the same.
    const sortable = loaded.catch(() => undefined)
    return () => void sortable.then((created) => created?.destroy())
  }, [list, handle, isOn])
}
