import { median } from '../report/statistics.ts'
import { openFilledIdentity, password, refreshOf } from '../servers/filled-identity.ts'
import type { FilledIdentity, KnownAccount } from '../servers/filled-identity.ts'

const few = 1_000
const many = 1_000_000
const known = 100
const rounds = 9

/** What is asked of the service about one account, and how often in a round. */
const operations: Readonly<
  Record<string, { times: number; ask: (service: FilledIdentity, one: KnownAccount) => unknown }>
> = {
  'lookup of an account': {
    times: 1000,
    ask: ({ call }, { idToken }) => call('POST /v1/accounts:lookup', { idToken }),
  },
  'refresh of a token, durable': {
    times: 200,
    ask: ({ call }, { refreshToken }) => call('POST /v1/token', refreshOf(refreshToken)),
  },
  'sign-in with a password, durable': {
    times: 10,
    ask: ({ call }, { email }) => call('POST /v1/accounts:signInWithPassword', { email, password }),
  },
}

/** Each question of a service with a million accounts; beside it the same of one with a thousand. */
export async function measureMillionAccounts() {
  await using small = await openFilledIdentity(few, known)
  await using large = await openFilledIdentity(many, known)
  const figures = []
  for (const [what, { times, ask }] of Object.entries(operations)) {
    const runs = new Map<FilledIdentity, number[]>([small, large].map((service) => [service, []]))
    // Not counted: what is asked for the first time is compiled, and read from the disk.
    for (const service of [small, large]) await measure(service, times, ask)
    for (let round = 0; round < rounds; round++) {
      for (const service of round % 2 === 0 ? [small, large] : [large, small]) {
        runs.get(service)?.push(await measure(service, times, ask))
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

/** Milliseconds for each. */
async function measure(
  service: FilledIdentity,
  times: number,
  ask: (service: FilledIdentity, one: KnownAccount) => unknown,
) {
  const startedAt = performance.now()
  for (let index = 0; index < times; index++) await ask(service, service.known[index % known] as KnownAccount)
  return (performance.now() - startedAt) / times
}
