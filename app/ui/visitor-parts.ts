import { createContext } from 'react'

import type { visitorParts } from './visitor-parts.server.tsx'

/**
 * What the header and the footer of visitor pages have, and those of makers do not. `entry.server.tsx` provides it: no browser
 * loads these components.
 */
export const VisitorPartsContext = createContext<Partial<typeof visitorParts>>({})
