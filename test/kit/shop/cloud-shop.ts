import { setTimeout as wait } from 'node:timers/promises'

import { openAuthProject } from '../../../packages/identity/conformance/auth-emulator.ts'
import { connectToEmulator, newProjectId } from '../../cloud/firestore-emulator.ts'
import type { GrpcProxy } from '../../cloud/grpc-proxy.ts'
import { openStore } from '../../cloud/open-store.ts'
import { readActionLink, type TestShop } from '../accounts.ts'
import { sendItem, signUp, type NewItem, type ApiItem } from '../api-client.ts'
import { runHere } from '../command.ts'
import { openHostedShop } from './hosted-shop.ts'
import { runCommand, startShop, tomorrow, type RunningShop, type ShopProcessOptions } from './shop-process.ts'

/** Shops on one Firebase project that is emulated on this machine, as several processes have them. `url` is that of the first one. */
export interface CloudShop extends TestShop {
  readonly firestore: GrpcProxy
  readonly shops: readonly RunningShop[]
  /** The settings of each shop. */
  readonly env: Readonly<Record<string, string>>
  /** Adds an item through one of the shops, as a new anonymous user. */
  addItem(shop: RunningShop, newItem: NewItem): Promise<ApiItem>
}

/** Opens shops in the process of `shareHost`. */
export function openCloudShop(count = 1, env: Readonly<Record<string, string>> = {}): Promise<CloudShop> {
  return openWith((settings) => openHostedShop({ env: settings }), count, env)
}

/** Starts shops in processes of their own. */
export function startCloudShop(
  count: number,
  { env, ...options }: Pick<ShopProcessOptions, 'env' | 'script'> = {},
): Promise<CloudShop> {
  return openWith((settings) => startShop({ ...options, env: settings }), count, env)
}

async function openWith(
  open: (env: Readonly<Record<string, string>>) => Promise<RunningShop>,
  count: number,
  settings: Readonly<NodeJS.ProcessEnv> = {},
): Promise<CloudShop> {
  await using started = new AsyncDisposableStack()
  const [auth, firestore] = await Promise.all([openAuthProject(newProjectId()), connectToEmulator()])
  started.use(firestore)
  const env = {
    ...settings,
    FIREBASE_AUTH_EMULATOR_HOST: new URL(auth.origin).host,
    FIRESTORE_EMULATOR_HOST: firestore.host,
    SHOP_FIREBASE_API_KEY: 'any',
    SHOP_FIREBASE_AUTH_DOMAIN: `${auth.projectId}.firebaseapp.com`,
    SHOP_FIREBASE_PROJECT_ID: auth.projectId,
  }
  const changeOwner = async (action: string, email: string) => {
    const { stdout, stderr } = await runHere(env, 'owner', action, email)
    if (stderr !== '') throw new Error(stderr)
    return stdout
  }
  // If one does not start, the others are stopped all the same.
  const starting = Array.from({ length: count }, () => open(env))
  for (const start of starting) started.defer(async () => (await start.catch(() => undefined))?.[Symbol.asyncDispose]())
  const shops = await Promise.all(starting)
  await Promise.all(shops.map(untilReady))
  const all = started.move()
  return {
    url: shops[0]?.url ?? '',
    firestore,
    shops,
    env,
    identityUrl: auth.origin,
    command: (...args) => runCommand(env, ...args),
    inviteOwner: async (email) => readActionLink(await changeOwner('add', email)),
    changeOwner: async (action, email) => void (await changeOwner(action, email)),
    async purge() {
      const store = await openStore(firestore.host, auth.projectId)
      await store.purge(tomorrow()).finally(() => store.close())
    },
    async addItem(shop, newItem) {
      const { idToken } = await signUp(auth.origin)
      const answer = await sendItem(shop.url, idToken, newItem)
      if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as ApiItem
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** Before that, it may answer 503: it has not read its list yet. */
async function untilReady({ url }: RunningShop): Promise<void> {
  while (!(await fetch(`${url}/healthz`)).ok) await wait(50)
}
