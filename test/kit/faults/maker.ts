import assert from 'node:assert/strict'

import { createOwner, type TestShop } from '../accounts.ts'
import { callIdentity, findItem, refresh, sendItem, type ApiItem, type SignedIn } from '../api-client.ts'
import { callApi, listManaged } from '../manage-client.ts'
import { filesOf, plainPhoto, sendPhoto, type SentPhoto } from '../photos/photos.ts'

/** What the shop answered: the status, and the message that a person sees. */
export interface Outcome {
  readonly status: number
  readonly message: string
}

/** Does what makers do, and remembers what the shop has acknowledged. */
export interface Maker {
  readonly idToken: string
  addItem(description?: string): Promise<Outcome>
  editItem(): Promise<Outcome>
  signUp(): Promise<Outcome>
  addPhoto(photo?: Buffer): Promise<Outcome>
  /** Does each of these once, one after the other. */
  doAll(): Promise<Outcome[]>
  /**
   * Asserts that everything acknowledged is there, and that no photo is half there. @returns how much it is.
   *
   * @param options `refreshes: false` while nothing can be saved: an account is not asked for, which would be a write.
   */
  assertNothingLost(options?: { readonly refreshes: boolean }): Promise<number>
}

export const saved = { status: 200, message: '' }

/** What everyone sees who saves something while the disk does not work. */
export const cannotSave = { status: 503, message: 'The shop can’t save right now. Please try again in a moment.' }

/** The outcomes of `doAll` while everything works, and while nothing can be saved. */
export const allSaved = [saved, saved, saved, saved]
export const noneSaved = [cannotSave, cannotSave, cannotSave, cannotSave]

/** An owner of the shop, who makes everything that can be made. */
export async function createMaker(shop: TestShop): Promise<Maker> {
  const idToken = await createOwner(shop, 'maker@example.com')
  const titles = new Map<string, string>()
  const accounts: SignedIn[] = []
  const photos: SentPhoto[] = []
  let count = 0
  /** The title of the last change, which may be there although it was not acknowledged. */
  let unanswered = ''
  const title = () => `Beanie ${++count}`
  const add = async (description?: string) => {
    const answer = await sendItem(shop.url, idToken, {
      title: title(),
      imageUrl: 'https://example.com/beanie.jpg',
      description,
    })
    return outcomeOf(answer, (item: ApiItem) => titles.set(item.id, item.title))
  }
  const edited = await (
    await sendItem(shop.url, idToken, { title: 'Edited', imageUrl: 'https://example.com/a.jpg' })
  ).json()
  const { id } = edited as ApiItem
  const maker: Maker = {
    idToken,
    addItem: add,
    async doAll() {
      return [await maker.addItem(), await maker.editItem(), await maker.signUp(), await maker.addPhoto()]
    },
    async editItem() {
      const { version } = (await listManaged(shop.url, idToken)).find((item) => item.id === id) ?? {}
      const body = { title: title(), imageUrl: 'https://example.com/a.jpg' }
      unanswered = body.title
      const change = { method: 'PUT', path: `/items/${id}`, body, version: version ?? '' }
      return outcomeOf(await callApi(shop.url, idToken, change), (item: ApiItem) => titles.set(id, item.title))
    },
    async signUp() {
      return outcomeOf(await callIdentity(shop.url, 'signUp'), (account: SignedIn) => accounts.push(account))
    },
    async addPhoto(photo) {
      const bytes = photo ?? (await plainPhoto(`#${String(++count).padStart(6, '0')}`))
      return outcomeOf(await sendPhoto({ url: shop.url, idToken }, new Uint8Array(bytes)), (sent: SentPhoto) =>
        photos.push(sent),
      )
    },
    async assertNothingLost({ refreshes } = { refreshes: true }) {
      for (const [itemId, expected] of titles) {
        const { title: found } = await findItem(shop.url, itemId)
        if (itemId !== id || found !== unanswered) assert.equal(found, expected)
      }
      if (refreshes)
        for (const { refreshToken } of accounts) assert.equal((await refresh(shop.url, refreshToken)).status, 200)
      for (const photo of photos) await assertComplete(shop.url, photo)
      return titles.size + accounts.length + photos.length
    },
  }
  return maker
}

async function assertComplete(url: string, photo: SentPhoto): Promise<void> {
  for (const path of [photo.preview, ...filesOf(photo)]) {
    const answer = await fetch(new URL(path, url))
    assert.equal(answer.status, 200, path)
    assert.ok((await answer.arrayBuffer()).byteLength > 0, path)
  }
}

async function outcomeOf(answer: Response, acknowledge: (body: never) => void): Promise<Outcome> {
  const text = await answer.text()
  if (answer.ok) {
    acknowledge(JSON.parse(text) as never)
    return saved
  }
  return { status: answer.status, message: messageOf(text) }
}

/** The API answers failures as JSON, the identity service as plain text. */
function messageOf(text: string): string {
  if (!text.startsWith('{')) return text
  return (JSON.parse(text) as { error: { message: string } }).error.message
}
