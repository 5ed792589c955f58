import { openAuthProject } from '../../packages/identity/conformance/auth-emulator.ts'
import { emulatorHost } from '../../scripts/test/firestore-emulator.ts'
import { addItems, sendItem, signUp } from '../../test/kit/api-client.ts'
import { shareEmulators } from '../../test/kit/share-emulators.ts'
import { measurePageRate } from '../clients/wrk.ts'
import { newItems } from '../data/items.ts'
import { memoryBytes } from '../machine/machine.ts'
import { Comparison } from '../report/comparison.ts'
import { megabytes, perSecond, type Figure } from '../report/figures.ts'
import { startShop } from '../servers/shop.ts'

const rounds = 5
const seconds = 3
const projectId = 'demo-stockinette'

/** A process of a shop in the cloud: its speed and its memory. Peer: an embedded shop. */
export async function measureCloud(): Promise<Figure[]> {
  await using _emulators = await shareEmulators()
  const auth = await openAuthProject(projectId)
  const env = {
    FIREBASE_AUTH_EMULATOR_HOST: new URL(auth.origin).host,
    FIRESTORE_EMULATOR_HOST: emulatorHost(),
    SHOP_FIREBASE_API_KEY: 'any',
    SHOP_FIREBASE_AUTH_DOMAIN: `${projectId}.firebaseapp.com`,
    SHOP_FIREBASE_PROJECT_ID: projectId,
  }
  await using cloud = await startShop({ env, isMeasured: true })
  await using embedded = await startShop({ isMeasured: true })
  const { idToken } = await signUp(auth.origin)
  for (const item of newItems()) {
    const { status } = await sendItem(cloud.url, idToken, item)
    if (status !== 201) throw new Error(`An item was not added: ${status}`)
  }
  await addItems(embedded.url, newItems())

  const compared = await Comparison.run(rounds, [cloud, embedded], 'embedded', async ({ port, pid }) => ({
    rate: await measurePageRate(port, seconds),
    bytes: memoryBytes(pid, 'VmRSS'),
  }))
  return [
    compared.ratio('GET / on one core, in the cloud', 'rate', perSecond, { atLeast: 0.95 }),
    compared.value('memory of a process in the cloud, after that', 'bytes', megabytes, { atMost: 250 * 1024 ** 2 }),
  ]
}
