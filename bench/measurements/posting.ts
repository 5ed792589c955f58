import { openAuthProject, shareAuthEmulator } from '../../packages/identity/conformance/auth-emulator.ts'
import { signUp } from '../../test/kit/api-client.ts'
import { post, type Posting, type PostingRun } from '../clients/wrk.ts'
import { newItemAt } from '../data/items.ts'
import { Comparison } from '../report/comparison.ts'
import { milliseconds, perSecond, type Figure } from '../report/figures.ts'
import { startPeer, startShop } from '../servers/shop.ts'

const rounds = 7
const seconds = 3
const catalogueSize = 100_000
const json = { 'Content-Type': 'application/json' }

/** `POST /api/items`, each item durable before its response. Peers: the same store behind plain `node:http`; an empty shop. */
export async function measureAddingItems(): Promise<Figure[]> {
  await using shop = await startShop({ isMeasured: true })
  await using bare = await startPeer('bare-adding.ts')
  await using large = await startShop({ isMeasured: true, items: catalogueSize })
  const { idToken } = await signUp(shop.url)
  const ours = addingAnItem(shop.url, idToken)
  const compared = await postInTurn(ours, addingAnItem(bare.url, idToken), 'the store behind plain node:http')
  const toLarge = addingAnItem(large.url, (await signUp(large.url)).idToken)
  const among = await postInTurn(toLarge, ours, 'an empty shop')
  return [
    compared.value('POST /api/items, 16 concurrent, each durable', 'perSecond', perSecond, { atLeast: 2_000 }),
    compared.value('… p99', 'p99', milliseconds, { atMost: 25 }),
    among.ratio(`… among ${catalogueSize.toLocaleString('en')} items`, 'perSecond', perSecond, { atLeast: 0.8 }),
  ]
}

/**
 * Anonymous sign-ups and token refreshes, signed and durable, without rate limits. Peer: Google's Auth emulator, which
 * signs nothing and stores everything in memory.
 */
export async function measureIdentity(): Promise<Figure[]> {
  await using shop = await startShop()
  using _shared = await shareAuthEmulator()
  const emulator = await openAuthProject('demo-stockinette')
  const kinds = { 'anonymous sign-ups': signingUp, refreshes: refreshing }
  const figures: Figure[] = []
  for (const [what, createPosting] of Object.entries(kinds)) {
    const ours = await createPosting(shop.url)
    const peer = await createPosting(emulator.origin)
    const compared = await postInTurn(ours, peer, "Google's emulator")
    figures.push(
      compared.ratio(`${what}, 16 concurrent`, 'perSecond', perSecond, { atLeast: 1 }),
      compared.ratio('… p99', 'p99', milliseconds, { atMost: 1 }),
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

async function postInTurn(ours: Posting, peer: Posting, peerName: string): Promise<Comparison<PostingRun>> {
  const send = (posting: Posting) => post(posting, seconds)
  for (const posting of [ours, peer]) await send(posting)
  return Comparison.run(rounds, [ours, peer], peerName, send)
}
