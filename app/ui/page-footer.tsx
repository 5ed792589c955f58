import type { ReactNode } from 'react'

import { useMessages } from '../use-messages.ts'

/** `children`: the signed-in user, on hydrated pages. */
export function PageFooter({ name, year, children }: { name: string; year: number; children?: ReactNode }) {
  const { site } = useMessages()
  return (
    <footer className="page-footer">
      <p>{site.footer(year, name)}</p>
      {children}
    </footer>
  )
}
