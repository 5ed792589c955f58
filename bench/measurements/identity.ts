import { join } from 'node:path'

import { call } from '../../packages/identity/conformance/client.ts'
import { startAuthEmulator, startOurService, type Service } from '../../packages/identity/conformance/service.ts'
import { installPackages } from '../../test/kit/install-packages.ts'
import { post, type Posting, type PostingRun } from '../clients/wrk.ts'
import { milliseconds, perSecond, type Figure } from '../report/figure.ts'
import { alternate, median } from '../report/statistics.ts'

const rounds = 5
const seconds = 3
const concurrency = 16

/**
 * Anonymous sign-ups and token refreshes, signed and durable, without rate limits. Peer: Google's Auth emulator, which
 * signs nothing and stores everything in memory.
 */
export async function measureIdentity(): Promise<Figure[]> {
  await installPackages('packages/identity/conformance')
  await using ours = await startOurService(join(import.meta.dirname, '../servers/identity-shop.ts'))
  await using googles = await startAuthEmulator()
  return [
    ...(await compare('anonymous sign-ups', toSignUp, ours, googles)),
    ...(await compare('refreshes', toRefresh, ours, googles)),
  ]
}

type ToPosting = (service: Service) => Promise<Posting> | Posting

async function compare(what: string, toPosting: ToPosting, ours: Service, googles: Service): Promise<Figure[]> {
  const postings = new Map([
    [ours, await toPosting(ours)],
    [googles, await toPosting(googles)],
  ])
  const run = (service: Service) => post(postings.get(service) as Posting, { concurrency, seconds })
  await run(ours)
  await run(googles)
  const runs = await alternate(rounds, [ours, googles], run)
  const middle = (service: Service, figure: keyof PostingRun) =>
    median((runs.get(service) ?? []).map((one) => one[figure]))
  const ratio = middle(ours, 'perSecond') / middle(googles, 'perSecond')
  return [
    {
      what: `${what}, ${concurrency} concurrent`,
      measured: `${perSecond(middle(ours, 'perSecond'))} (${ratio.toFixed(2)} of the peer)`,
      peer: `Google's emulator ${perSecond(middle(googles, 'perSecond'))}`,
      target: '≥ 1.0 of the emulator',
      isMet: ratio >= 1,
    },
    {
      what: '… p99 (median)',
      measured: `${milliseconds(middle(ours, 'p99'))} (${milliseconds(middle(ours, 'p50'))})`,
      peer: `${milliseconds(middle(googles, 'p99'))} (${milliseconds(middle(googles, 'p50'))})`,
      target: 'p99 ≤ the emulator’s',
      isMet: middle(ours, 'p99') <= middle(googles, 'p99'),
    },
  ]
}

function toSignUp({ origin }: Service): Posting {
  return {
    url: `${origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`,
    type: 'application/json',
    body: '{"returnSecureToken":true}',
  }
}

async function toRefresh(service: Service): Promise<Posting> {
  const { body } = await call(service, '/v1/accounts:signUp', { returnSecureToken: true })
  const fields = { grant_type: 'refresh_token', refresh_token: String(body['refreshToken']) }
  return {
    url: `${service.origin}/securetoken.googleapis.com/v1/token?key=any`,
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams(fields).toString(),
  }
}
