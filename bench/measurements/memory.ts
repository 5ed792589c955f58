import pLimit from 'p-limit'
import sharp from 'sharp'

import { demoItems, readPicture } from '../../scripts/demo/demo-items.ts'
import { signInWithPassword } from '../../test/kit/accounts.ts'
import { callIdentity, signUp } from '../../test/kit/api-client.ts'
import { uploadPhoto } from '../../test/kit/photos/photos.ts'
import { openPage } from '../clients/visitor.ts'
import { memoryBytes } from '../machine/machine.ts'
import { Comparison } from '../report/comparison.ts'
import { megabytes, type Figure } from '../report/figures.ts'
import { startShop } from '../servers/shop.ts'

const rounds = Number(process.env['MEMORY_ROUNDS'] ?? 3)
const signIns = Number(process.env['MEMORY_SIGN_INS'] ?? 2_000)
const photos = Number(process.env['MEMORY_PHOTOS'] ?? 200)
const concurrency = 8

/** The settings of `deploy/stockinette.service` and of the container: glibc gives large blocks back at once. (mallopt(3)) */
const settings = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '2097152' }

/** Of the shop's own process, in bytes. */
interface Run {
  readonly start: number
  readonly signedIn: number
  readonly photos: number
  readonly peak: number
}

/** The memory of the shop's process with and without the two settings, in turn. Peer: without them. */
export async function measureMemory(): Promise<Figure[]> {
  const compared = await Comparison.run(rounds, [settings, undefined], 'without the settings', useShop)
  const figure = (what: string, name: keyof Run) =>
    compared.value(what, name, megabytes, { atMost: compared.medians(name).peer + 5 * 1024 ** 2 })
  return [
    figure('memory (PSS) of the shop’s process after the start and one page, with the MALLOC_ settings', 'start'),
    figure(`… then ${signIns} sign-ins with a password, ${concurrency} at a time`, 'signedIn'),
    figure(`… then ${photos} photos`, 'photos'),
    figure('… peak (RSS)', 'peak'),
  ]
}

async function useShop(env: Readonly<Record<string, string>> = {}): Promise<Run> {
  await using shop = await startShop({ env })
  const { url, port, pid } = shop
  const ownBytes = () => memoryBytes(pid, 'Pss')
  await openPage(port)
  const start = ownBytes()
  const account = { email: 'maker@example.com', password: 'a good password' }
  await callIdentity(url, 'signUp', account)
  const limit = pLimit(concurrency)
  const signIn = () => signInWithPassword(url, account.email, account.password)
  await Promise.all(Array.from({ length: signIns }, () => limit(signIn)))
  const signedIn = ownBytes()
  const { idToken } = await signUp(url)
  const picture = await readPicture(demoItems[0]?.picture ?? '')
  for (let count = 0; count < photos; count++) await uploadPhoto({ url, idToken }, await toSmallPhoto(picture, count))
  return { start, signedIn, photos: ownBytes(), peak: memoryBytes(pid, 'VmHWM') }
}

/** A small photo, so that a run takes minutes: another process encodes it. Each is unlike any other. */
function toSmallPhoto(picture: Buffer, number: number): Promise<Buffer> {
  const tint = { r: 255 - (number % 16) * 8, g: 255 - (Math.trunc(number / 16) % 16) * 8, b: 200 }
  return sharp(picture).resize({ width: 480 }).tint(tint).jpeg({ quality: 90 }).toBuffer()
}
