import { decodeJwt, decodeProtectedHeader } from 'jose'

type Payload = Readonly<Record<string, unknown>>

/** Whether a token has the form of a JWT, signed or not. */
export function isJwt(token: string): boolean {
  try {
    decodeProtectedHeader(token)
    decodeJwt(token)
    return true
  } catch {
    return false
  }
}

/** The claims of an unsigned token: plain JSON, or a JWT with `alg: none`. `undefined` for any other token. */
export function readUnsigned(token: string): Payload | undefined {
  try {
    if (token.startsWith('{')) return JSON.parse(token) as Payload
    return decodeProtectedHeader(token).alg === 'none' ? decodeJwt(token) : undefined
  } catch {
    return undefined
  }
}
