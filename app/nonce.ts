import { createContext } from 'react'

/** The nonce of the page that is being rendered; only on the server. */
export const Nonce = createContext<string | undefined>(undefined)
