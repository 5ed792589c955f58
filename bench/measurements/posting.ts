import { startAuthEmulator } from '../../packages/identity/conformance/service.ts'
import { signUp } from '../../test/kit/api-client.ts'
import { installPackages } from '../../test/kit/install-packages.ts'
import { post, type Posting, type PostingRun } from '../clients/wrk.ts'
import { newItemAt } from '../data/items.ts'
import { milliseconds, perSecond, type Figure } from '../report/figure.ts'
import { alternate, median } from '../report/statistics.ts'
import { startPeer, startShop } from '../servers/shop.ts'

const rounds = 7
const load = { concurrency: 16, seconds: 3 }
const json = { 'Content-Type': 'application/json' }

/** `POST /api/items`, each item durable before its response. Peer: the same store behind plain `node:http`. */
export async function measureAddingItems(): Promise<Figure[]> {
  await using shop = await startShop({ isMeasured: true })
  await using bare = await startPeer('bare-adding.ts')
  const { idToken } = await signUp(shop.url)
  const [ours, peer] = await postAlternately(addingAnItem(shop.url, idToken), addingAnItem(bare.url, idToken))
  return [
    {
      what: `POST /api/items, ${load.concurrency} concurrent, each durable`,
      measured: `${perSecond(ours.perSecond)} (${(ours.perSecond / peer.perSecond).toFixed(2)} of the peer)`,
      peer: `the store behind plain node:http ${perSecond(peer.perSecond)}`,
      target: '≥ 2,000/s',
      isMet: ours.perSecond >= 2_000,
    },
    describeLatency(ours, peer, { target: 'p99 < 25 ms', isMet: ours.p99 < 25 }),
  ]
}

/**
 * Anonymous sign-ups and token refreshes, signed and durable, without rate limits. Peer: Google's Auth emulator, which
 * signs nothing and stores everything in memory.
 */
export async function measureIdentity(): Promise<Figure[]> {
  await installPackages('packages/identity/conformance')
  await using shop = await startShop()
  await using emulator = await startAuthEmulator()
  const kinds = { 'anonymous sign-ups': signingUp, refreshes: refreshing }
  const figures: Figure[] = []
  for (const [what, createPosting] of Object.entries(kinds)) {
    const [ours, peer] = await postAlternately(await createPosting(shop.url), await createPosting(emulator.origin))
    const ratio = ours.perSecond / peer.perSecond
    figures.push(
      {
        what: `${what}, ${load.concurrency} concurrent`,
        measured: `${perSecond(ours.perSecond)} (${ratio.toFixed(2)} of the peer)`,
        peer: `Google's emulator ${perSecond(peer.perSecond)}`,
        target: '≥ 1.0 of the emulator',
        isMet: ratio >= 1,
      },
      describeLatency(ours, peer, { target: 'p99 ≤ the emulator’s', isMet: ours.p99 <= peer.p99 }),
    )
  }
  return figures
}

/** Adds the same item again and again. */
export function addingAnItem(url: string, idToken: string): Posting {
  const body = JSON.stringify({ ...newItemAt(0), imageUrl: 'https://example.com/0.jpg' })
  return { url: `${url}/api/items`, headers: { ...json, Authorization: `Bearer ${idToken}` }, body }
}

export function signingUp(url: string): Posting {
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any'
  return { url: url + path, headers: json, body: '{"returnSecureToken":true}' }
}

async function refreshing(url: string): Promise<Posting> {
  const { refreshToken } = await signUp(url)
  return {
    url: `${url}/securetoken.googleapis.com/v1/token?key=any`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }).toString(),
  }
}

/** @returns the medians of all rounds, for each of the two. */
async function postAlternately(ours: Posting, peer: Posting): Promise<[PostingRun, PostingRun]> {
  const send = (posting: Posting) => post(posting, load)
  for (const warmUp of [ours, peer]) await send(warmUp)
  const runs = await alternate(rounds, [ours, peer], send)
  const middle = (of: Posting, figure: keyof PostingRun) => median((runs.get(of) ?? []).map((run) => run[figure]))
  const medians = (of: Posting) => ({
    perSecond: middle(of, 'perSecond'),
    p50: middle(of, 'p50'),
    p99: middle(of, 'p99'),
  })
  return [medians(ours), medians(peer)]
}

function describeLatency(ours: PostingRun, peer: PostingRun, target: Pick<Figure, 'target' | 'isMet'>): Figure {
  const write = ({ p50, p99 }: PostingRun) => `${milliseconds(p99)} (${milliseconds(p50)})`
  return { what: '… p99 (median)', measured: write(ours), peer: write(peer), ...target }
}
