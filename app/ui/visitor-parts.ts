import { createContext, type ReactNode } from 'react'

/** What the header and the footer of visitor pages have, and those of makers do not. */
export interface VisitorParts {
  readonly search?: ReactNode
  readonly enquiryLink?: ReactNode
  readonly languageSwitch?: ReactNode
  readonly languageLinks?: ReactNode
}

/** `entry.server.tsx` provides them: no browser loads their components. */
export const VisitorPartsContext = createContext<VisitorParts>({})
