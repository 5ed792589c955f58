import type { ReactNode } from 'react'

interface ChipProps {
  readonly children: ReactNode
  /** Of a state, such as sold. */
  readonly isStrong?: boolean
  readonly href?: string | undefined
}

/** A short label of an item; with `href`, a link to more of its kind. */
export function Chip({ children, isStrong = false, href }: ChipProps) {
  const className = isStrong ? 'chip chip-strong' : 'chip'
  return href === undefined ? (
    <span className={className}>{children}</span>
  ) : (
    <a className={className} href={href}>
      {children}
    </a>
  )
}
