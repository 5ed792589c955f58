import { startGoogles } from '../../../packages/identity/conformance/service.ts'
import { startGrpcEmulator } from '../../cloud/firestore-emulator.ts'
import type { GrpcEmulator } from '../../cloud/firestore-emulator.ts'
import { sendItem, signUp } from '../api-client.ts'
import type { Piece, SentItem } from '../api-client.ts'
import { startShop } from './shop-process.ts'
import type { ShopProcess, ShopProcessOptions } from './shop-process.ts'

/** Shops that are processes of one Firebase project, which is emulated on this machine. */
export interface Cloud extends AsyncDisposable {
  readonly firestore: GrpcEmulator
  readonly shops: readonly ShopProcess[]
  /** What the shops are set to. */
  readonly env: Readonly<Record<string, string>>
  /** Where people sign in. */
  readonly identityUrl: string
  /** Adds a piece through one of the shops, as somebody new. */
  addItem(shop: ShopProcess, piece: Piece): Promise<SentItem>
}

export async function startCloud(
  count: number,
  options: Pick<ShopProcessOptions, 'env' | 'script'> = {},
): Promise<Cloud> {
  await using started = new AsyncDisposableStack()
  const [auth, firestore] = await Promise.all([startGoogles(), startGrpcEmulator()])
  started.use(auth)
  started.use(firestore)
  const env = {
    ...options.env,
    FIREBASE_AUTH_EMULATOR_HOST: new URL(auth.origin).host,
    FIRESTORE_EMULATOR_HOST: firestore.host,
    SHOP_FIREBASE_API_KEY: 'any',
    SHOP_FIREBASE_AUTH_DOMAIN: `${auth.projectId}.firebaseapp.com`,
    SHOP_FIREBASE_PROJECT_ID: auth.projectId,
  }
  const shops = await Promise.all(Array.from({ length: count }, () => startShop({ ...options, env })))
  for (const shop of shops) started.defer(async () => void (await shop.stop()))
  const all = started.move()
  return {
    firestore,
    shops,
    env,
    identityUrl: auth.origin,
    async addItem(shop, piece) {
      const { idToken } = await signUp(auth.origin)
      const answer = await sendItem(shop.url, idToken, piece)
      if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as SentItem
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}
