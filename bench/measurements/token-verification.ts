import { createAccess } from '../../src/owners/access.ts'
import { type Figure, perSecond } from '../report/figure.ts'
import { openFilledIdentity } from '../servers/filled-identity.ts'

const accounts = 100
const known = 50
const times = 100_000

/** How many ID tokens of many accounts the item API verifies in a second, without HTTP. */
export async function measureTokenVerification(): Promise<Figure[]> {
  await using service = await openFilledIdentity(accounts, known)
  const { keySet, openSessions: sessions } = service.identity
  const access = createAccess({ keySet, sessions, projectId: 'demo-shop' })
  const headers = service.known.map(({ idToken }) => `Bearer ${idToken}`)

  const firstMs = await time(() => verifyAll(access, headers))
  const againMs = await time(async () => {
    for (let verified = 0; verified < times; verified += headers.length) await verifyAll(access, headers)
  })
  return [
    {
      what: 'ID tokens verified again',
      measured: perSecond((times / againMs) * 1000),
      peer: `the first time ${perSecond((headers.length / firstMs) * 1000)}`,
      target: '≥ 10,000/s',
      isMet: times / againMs >= 10,
    },
  ]
}

async function verifyAll(access: ReturnType<typeof createAccess>, headers: readonly string[]): Promise<void> {
  for (const header of headers) await access.identify(header)
}

async function time(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
