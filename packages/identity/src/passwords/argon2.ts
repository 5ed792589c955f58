import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const argon2Async = promisify(argon2)

/** The cost of a hash. (RFC 9106, 3.1) */
export interface Argon2Parameters {
  /** KiB. */
  readonly memory: number
  /** The number of passes over the memory. */
  readonly passes: number
  readonly parallelism: number
}

/** OWASP, Password Storage Cheat Sheet, "Argon2id": 19 MiB, two passes, one lane. About 30 ms of one core. */
export const currentParameters: Argon2Parameters = { memory: 19_456, passes: 2, parallelism: 1 }

/** Bytes. */
const saltLength = 16
const tagLength = 32

/** Hashes a text in the thread pool, with a random salt: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashText(text: string, parameters: Argon2Parameters): Promise<string> {
  const salt = randomBytes(saltLength)
  const tag = await deriveTag(text, salt, parameters)
  const { memory, passes, parallelism } = parameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`
}

/** Whether a text has this hash, in constant time. */
export async function matchesHash(hash: string, text: string): Promise<boolean> {
  const { salt, tag, parameters } = readHash(hash)
  return timingSafeEqual(await deriveTag(text, salt, parameters), tag)
}

/** @throws Error for a malformed hash; the message does not contain it. */
export function readHash(hash: string) {
  const format = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]{43})$/
  const [, memory, passes, parallelism, salt, tag] = format.exec(hash) ?? []
  if (salt === undefined || tag === undefined) throw new Error('A stored password hash has an unknown format.')
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

async function deriveTag(text: string, nonce: Buffer, parameters: Argon2Parameters): Promise<Buffer> {
  return argon2Async('argon2id', { ...parameters, message: text, nonce, tagLength })
}

/** Without padding, as in the PHC string format. */
function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '')
}
