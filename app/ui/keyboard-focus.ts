import { useEffectEvent, useLayoutEffect, type RefObject } from 'react'

/**
 * When a form goes away with the focus in it, gives the focus to what opened it, or to a button of a row next to it if its own
 * row goes away, too. Somebody who is elsewhere by then stays there.
 */
export function useReturnFocus(
  form: RefObject<HTMLElement | null>,
  opener: () => HTMLElement | null | undefined,
): void {
  const giveFocus = useEffectEvent(() => {
    const row = form.current?.closest('li')
    const otherRow = row?.nextElementSibling ?? row?.previousElementSibling
    opener()?.focus()
    queueMicrotask(() => document.activeElement === document.body && otherRow?.querySelector('button')?.focus())
  })
  useLayoutEffect(
    () => () => {
      if (form.current?.contains(document.activeElement)) giveFocus()
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
