import type { ReactNode } from 'react'

import { availabilityOf, type AvailabilityFields } from '../../src/domain/availability.ts'
import { useForeignLanguage, useServerMessages } from '../use-messages.ts'

interface ChipProps {
  readonly children: ReactNode
  /** Of a state, such as sold. */
  readonly isStrong?: boolean
  readonly href?: string | undefined
}

/** A short label of an item; with `href`, a link to more of its kind. */
export function Chip({ children, isStrong = false, href }: ChipProps) {
  const className = isStrong ? 'chip chip-strong' : 'chip'
  const foreign = useForeignLanguage()
  const lang = typeof children === 'string' ? foreign(children) : undefined
  return href === undefined ? (
    <span className={className} lang={lang}>
      {children}
    </span>
  ) : (
    <a className={className} href={href} lang={lang}>
      {children}
    </a>
  )
}

/** Says that an item is sold or reserved; nothing of others. */
export function TakenChip({ item }: { readonly item: AvailabilityFields }) {
  const { item: texts } = useServerMessages()
  const availability = availabilityOf(item)
  return availability === 'sold' || availability === 'reserved' ? <Chip isStrong>{texts[availability]}</Chip> : null
}
