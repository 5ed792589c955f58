import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'

/**
 * When a form goes away with the focus in it, gives the focus to what opened it. Somebody who is elsewhere by then stays
 * there.
 */
export function useReturnFocus(
  form: RefObject<HTMLElement | null>,
  opener: () => HTMLElement | null | undefined,
): void {
  const focusOpener = useEffectEvent(() => opener()?.focus())
  useLayoutEffect(
    () => () => {
      if (form.current?.contains(document.activeElement)) focusOpener()
    },
    [form],
  )
}

/** The `ref` of an element that has the focus once it appears. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

/** Whether somebody is in a field: what has loaded late must not take the focus from it. */
export function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, select') === true
}
