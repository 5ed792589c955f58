import { median } from '../report/statistics.ts'
import {
  openFilledIdentity,
  password,
  refreshOf,
  type FilledIdentity,
  type KnownAccount,
} from '../servers/filled-identity.ts'

const few = 1_000
const many = 1_000_000
const known = 100
const rounds = 9

/** The measured operations on one account, and how often each runs in a round. */
const operations: Readonly<
  Record<string, { times: number; run: (service: FilledIdentity, one: KnownAccount) => unknown }>
> = {
  'lookup of an account': {
    times: 1000,
    run: ({ call }, { idToken }) => call('POST /v1/accounts:lookup', { idToken }),
  },
  'refresh of a token, durable': {
    times: 200,
    run: ({ call }, { refreshToken }) => call('POST /v1/token', refreshOf(refreshToken)),
  },
  'sign-in with a password, durable': {
    times: 10,
    run: ({ call }, { email }) => call('POST /v1/accounts:signInWithPassword', { email, password }),
  },
}

/** Operations of an identity service with a million accounts. Peer: the same with a thousand accounts. */
export async function measureMillionAccounts() {
  await using small = await openFilledIdentity(few, known)
  await using large = await openFilledIdentity(many, known)
  const figures = []
  for (const [what, { times, run }] of Object.entries(operations)) {
    const runs = new Map<FilledIdentity, number[]>([small, large].map((service) => [service, []]))
    // Warm-up: the first calls compile code and read from the disk.
    for (const service of [small, large]) await measure(service, times, run)
    for (let round = 0; round < rounds; round++) {
      for (const service of round % 2 === 0 ? [small, large] : [large, small]) {
        runs.get(service)?.push(await measure(service, times, run))
      }
    }
    const [ofFew, ofMany] = [median(runs.get(small) ?? []), median(runs.get(large) ?? [])]
    figures.push({
      what: `${what} among ${many.toLocaleString('en')}`,
      measured: `${(ofMany * 1000).toFixed(0)} µs (${(ofMany / ofFew).toFixed(2)} of the peer)`,
      peer: `among ${few.toLocaleString('en')} ${(ofFew * 1000).toFixed(0)} µs`,
      target: '≤ 1.2 of the peer',
      isMet: ofMany <= 1.2 * ofFew,
    })
  }
  return figures
}

/** @returns the milliseconds for each call. */
async function measure(
  service: FilledIdentity,
  times: number,
  run: (service: FilledIdentity, one: KnownAccount) => unknown,
) {
  const startedAt = performance.now()
  for (let index = 0; index < times; index++) await run(service, service.known[index % known] as KnownAccount)
  return (performance.now() - startedAt) / times
}
