import type { ReactNode } from 'react'

function focus(element: HTMLElement | null): void {
  element?.focus()
}

/** The heading of a form. Takes the focus when the form opens, because the list that had it is hidden. */
export function EditorTitle({ children }: { readonly children: ReactNode }) {
  return (
    <h3 className="editor-title" tabIndex={-1} ref={focus}>
      {children}
    </h3>
  )
}
