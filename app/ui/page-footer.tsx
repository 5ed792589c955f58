import type { ReactNode } from 'react'

import { useMessages } from '../use-messages.ts'

/** `children`: what a page that comes to life has to say of whoever is signed in. */
export function PageFooter({ name, year, children }: { name: string; year: number; children?: ReactNode }) {
  const { site } = useMessages()
  return (
    <footer className="page-footer">
      <p>{site.footer(year, name)}</p>
      {children}
    </footer>
  )
}
