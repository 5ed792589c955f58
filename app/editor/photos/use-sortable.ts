import { useEffect, useEffectEvent, type RefObject } from 'react'

/** How long a touch must last before it drags, in milliseconds: a shorter one scrolls the page. */
const touchDelayMs = 150

/** Makes the children of a list sortable by dragging with a mouse, pen or finger. Loads its library on first use. */
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
        // Native drag and drop does not support touch on every device.
        forceFallback: true,
        onEnd: ({ item, from, oldIndex = 0, newIndex = 0 }) => {
          item.remove()
          from.insertBefore(item, from.children[oldIndex] ?? null) // React changes the order in the document.
          if (oldIndex !== newIndex) move(oldIndex, newIndex)
        },
      })
    })
    // If loading fails, the buttons still work.
    const sortable = loaded.catch(() => undefined)
    return () => void sortable.then((created) => created?.destroy())
  }, [list, handle, isOn])
}
