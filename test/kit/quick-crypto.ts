/**
 * Loaded before the code of a process whose tests sign many people in or open many shops: what takes a processor long on
 * purpose or by nature takes little. Processes without it do the whole work.
 *
 * - The hash of a new password, 30 ms, has the least work that Argon2 allows. A hash that another process stored is compared
 *   with the work that it says.
 * - The RSA key of a new shop, 50 ms, has primes that other keys of this process have too, but no two keys have both.
 */
import crypto, { type webcrypto } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** Bytes. */
const saltLength = 16

const salts = new Set<string>()
const draw = crypto.randomBytes as (
  size: number,
  callback?: (error: Error | null, bytes: Buffer<ArrayBuffer>) => void,
) => Buffer | undefined
crypto.randomBytes = ((size, callback) => {
  const bytes = draw(size, callback)
  if (bytes?.length === saltLength) salts.add(bytes.toString('hex'))
  return bytes
}) as typeof crypto.randomBytes

const derive = crypto.argon2
crypto.argon2 = (algorithm, parameters, callback) => {
  const isNew = salts.has(Buffer.from(parameters.nonce as Buffer).toString('hex'))
  const work = isNew ? { memory: 8 * parameters.parallelism, passes: 1 } : {}
  derive(algorithm, { ...parameters, ...work }, callback)
}
syncBuiltinESMExports()

const { subtle } = crypto.webcrypto
const generateKey = subtle.generateKey.bind(subtle) as (...args: unknown[]) => Promise<unknown>
const signing = 'RSASSA-PKCS1-v1_5'
const exponent = 65_537n
const pairs = pairPrimes()

subtle.generateKey = (async (
  algorithm: webcrypto.RsaHashedKeyGenParams,
  isExtractable: boolean,
  usages: readonly webcrypto.KeyUsage[],
): Promise<unknown> => {
  if (algorithm.name !== signing || algorithm.modulusLength !== 2048) {
    return generateKey(algorithm, isExtractable, usages)
  }
  const jwk = toJwk(pairs.next().value)
  const { kty, n, e } = jwk
  return {
    privateKey: await subtle.importKey('jwk', jwk, algorithm, isExtractable, ['sign']),
    publicKey: await subtle.importKey('jwk', { kty, n, e }, algorithm, true, ['verify']),
  }
}) as typeof subtle.generateKey

/** Yields each pair once. A new prime, 20 ms of work, is drawn once all before it are paired. */
function* pairPrimes(): Generator<readonly [bigint, bigint], never> {
  const primes: bigint[] = []
  for (;;) {
    const prime = crypto.generatePrimeSync(1024, { bigint: true })
    if ((prime - 1n) % exponent === 0n) continue
    for (const other of primes) yield [prime, other]
    primes.push(prime)
  }
}

/** RFC 7518, 6.3. */
function toJwk([p, q]: readonly [bigint, bigint]) {
  const d = invert(exponent, (p - 1n) * (q - 1n))
  return {
    kty: 'RSA',
    n: toBase64Url(p * q),
    e: toBase64Url(exponent),
    d: toBase64Url(d),
    p: toBase64Url(p),
    q: toBase64Url(q),
    dp: toBase64Url(d % (p - 1n)),
    dq: toBase64Url(d % (q - 1n)),
    qi: toBase64Url(invert(q, p)),
  }
}

/** By Euclid's extended algorithm. */
function invert(number: bigint, modulus: bigint): bigint {
  let [rest, nextRest] = [modulus, number % modulus]
  let [inverse, nextInverse] = [0n, 1n]
  while (nextRest !== 0n) {
    const quotient = rest / nextRest
    ;[rest, nextRest] = [nextRest, rest - quotient * nextRest]
    ;[inverse, nextInverse] = [nextInverse, inverse - quotient * nextInverse]
  }
  return (inverse + modulus) % modulus
}

function toBase64Url(number: bigint): string {
  const hex = number.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url')
}
