import { createAccess } from '../../src/access/access.ts'
import { openFilledIdentity } from '../filled-identity.ts'
import type { FilledIdentity } from '../filled-identity.ts'

const accounts = 1_000
const known = 50
const atOnce = 16
const runMs = 3_000

/** How much the service does in a second, each sign-up and refresh durable before its answer; HTTP is not in it. */
export async function measureIdentityRates() {
  await using service = await openFilledIdentity(accounts, known)
  const access = createAccess({ keySet: service.identity.keySet, projectId: 'demo-shop' })
  const one = (index: number) => service.known[index % known] as FilledIdentity['known'][number]
  const work: Readonly<Record<string, { least: number; does: (index: number) => Promise<unknown> }>> = {
    'anonymous sign-ups': { least: 400, does: () => service.call('POST /v1/accounts:signUp', {}) },
    refreshes: {
      least: 400,
      does: (index) =>
        service.call('POST /v1/token', { grant_type: 'refresh_token', refresh_token: one(index).refreshToken }),
    },
    'verifications of a token': {
      least: 5_000,
      does: (index) => access.identify(`Bearer ${one(index).idToken}`),
    },
  }
  const figures = []
  for (const [what, { least, does }] of Object.entries(work)) {
    await run(does)
    const { perSecond, p99 } = await run(does)
    figures.push({
      what: `${what}, ${atOnce} at once`,
      measured: `${Math.round(perSecond).toLocaleString('en')}/s, p99 ${p99.toFixed(1)} ms`,
      target: `≥ ${least.toLocaleString('en')}/s`,
      isMet: perSecond >= least,
    })
  }
  return figures
}

async function run(does: (index: number) => Promise<unknown>): Promise<{ perSecond: number; p99: number }> {
  const startedAt = performance.now()
  const tookMs: number[] = []
  const goOn = async (): Promise<void> => {
    for (;;) {
      const before = performance.now()
      if (before - startedAt > runMs) return
      await does(tookMs.length)
      tookMs.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, goOn))
  const sorted = tookMs.toSorted((a, b) => a - b)
  return {
    perSecond: sorted.length / ((performance.now() - startedAt) / 1000),
    p99: sorted[Math.floor(sorted.length * 0.99)] as number,
  }
}
