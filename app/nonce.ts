import { createContext } from 'react'

/** The nonce of the page; only on the server. */
export const Nonce = createContext<string | undefined>(undefined)
