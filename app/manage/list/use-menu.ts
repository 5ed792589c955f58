import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** Safari before 17 has none. */
const hasPopovers = 'HTMLElement' in globalThis && 'popover' in HTMLElement.prototype

/**
 * A menu that a button opens, closed by Escape and by a tap beside it. Without popovers, it is an element that is hidden until
 * then.
 */
export function useMenu(menuId: string) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const focusFirst = () => menu.current?.querySelector('button')?.focus()
  const close = () => {
    if (hasPopovers) return menu.current?.hidePopover()
    setIsOpen(false)
    opener.current?.focus()
  }
  const onShown = useEffectEvent((signal: AbortSignal) => {
    focusFirst()
    const isOutside = ({ target }: Event) => ![menu, opener].some(({ current }) => current?.contains(target as Node))
    document.addEventListener('click', (event) => isOutside(event) && setIsOpen(false), { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), { signal })
  })
  useEffect(() => {
    if (!isOpen || hasPopovers) return undefined
    const controller = new AbortController()
    onShown(controller.signal)
    return () => controller.abort()
  }, [isOpen])
  const popover = {
    popover: 'auto',
    onBeforeToggle: ({ newState }: { newState: string }) => newState === 'open' && setIsOpen(true),
    onToggle: ({ newState }: { newState: string }) => {
      if (newState === 'open') focusFirst()
      else setIsOpen(false) // Not before: the browser gives the focus back if it is still in the menu.
    },
  } as const
  return {
    isOpen,
    close,
    openerProps: { ref: opener, ...(hasPopovers ? { popoverTarget: menuId } : { onClick: () => setIsOpen(!isOpen) }) },
    menuProps: { ref: menu, id: menuId, ...(hasPopovers ? popover : { hidden: !isOpen }) },
  }
}
