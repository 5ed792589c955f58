import { randomInt, randomUUID } from 'node:crypto'

import { itemFields, noFields, textNames } from '../../../src/domain/item-fields.ts'
import type { ItemRequest } from '../../../src/domain/item.ts'
import { pick, pickByWeight, pickWhere } from './random.ts'
import type { ItemEntry, SessionEntry, Writer } from './writer.ts'

export const writeKinds = [
  'add',
  'edit',
  'sell',
  'remove',
  'restore',
  'sign up',
  'sign up with a password',
  'refresh',
  'photo',
  'import',
] as const

export type WriteKind = (typeof writeKinds)[number]

export interface MixedLoadOptions {
  /** The longer side of uploaded photos, in pixels. */
  readonly photoSize: number
  readonly itemsPerImport: number
}

/** Chooses what is written: any kind of write, to items and accounts at random. */
export class MixedLoad {
  readonly #writer: Writer
  readonly #options: MixedLoadOptions

  constructor(writer: Writer, options: MixedLoadOptions) {
    this.#writer = writer
    this.#options = options
  }

  /** A kind of write, by weight. */
  choose<Kind extends WriteKind>(weights: Readonly<Record<Kind, number>>): Kind {
    return pickByWeight(weights)
  }

  /**
   * Sends a write. Resolves once it is acknowledged. Rejects as {@link Writer} does. If no item can take it, such as a
   * restoring while none is removed, an item is edited or added instead.
   */
  async send(kind: WriteKind): Promise<void> {
    const writer = this.#writer
    const owner = pickWhere(writer.owners, isKnown)
    if (owner === undefined) throw new Error('There is no owner who is signed in.')
    const { itemsPerImport } = this.#options
    switch (kind) {
      case 'add':
        return writer.addItem(owner, createFields(this.#photos()))
      case 'edit':
        return this.#edit(owner, createFields(this.#photos()))
      case 'sell':
      case 'remove':
      case 'restore':
        return this.#changeState(kind, owner)
      case 'sign up':
        return writer.signUp()
      case 'sign up with a password':
        return writer.signUp({ email: `${randomUUID()}@example.com`, password: randomUUID() })
      case 'refresh':
        return this.#refresh(owner)
      case 'photo':
        return this.#upload(owner)
      case 'import':
        return writer.importItems(Array.from({ length: itemsPerImport }, () => createFields([])))
    }
  }

  async #edit(owner: SessionEntry, fields: ItemRequest): Promise<void> {
    const item = this.#item(false)
    if (item === undefined) await this.#writer.addItem(owner, fields)
    else await this.#writer.edit(owner, item, fields)
  }

  async #changeState(kind: 'sell' | 'remove' | 'restore', owner: SessionEntry): Promise<void> {
    const writer = this.#writer
    const item = this.#item(kind === 'restore')
    if (item === undefined) return this.#edit(owner, createFields([]))
    if (kind === 'remove') return writer.remove(owner, item)
    if (kind === 'restore') return writer.restore(owner, item)
    return writer.setSold(owner, item, item.acknowledged?.sold === false)
  }

  async #refresh(owner: SessionEntry): Promise<void> {
    // Owners refresh often enough that their ID tokens never expire.
    const others = randomInt(5) === 0 ? [] : this.#writer.sessions
    const session = pickWhere(others, ({ isReady }) => isReady) ?? owner
    if (session.isReady) await this.#writer.refresh(session)
  }

  /** Uploads a photo, and saves it with an item. After a crash, an upload without an answer is sent again first. */
  async #upload(owner: SessionEntry): Promise<void> {
    const unanswered = this.#writer.photos.find(
      ({ acknowledged, isSending }) => acknowledged === undefined && !isSending,
    )
    if (unanswered) await this.#writer.uploadAgain(unanswered)
    const photo = unanswered ?? (await this.#writer.upload(owner, this.#options.photoSize))
    await this.#edit(owner, createFields([photo.acknowledged?.id ?? '']))
  }

  #item(isRemoved: boolean): ItemEntry | undefined {
    return pickWhere(
      this.#writer.items,
      ({ isReady, acknowledged }) => isReady && (acknowledged?.removedAt !== null) === isRemoved,
    )
  }

  /** Up to two photos, often none. */
  #photos(): string[] {
    const found = Array.from({ length: randomInt(3) }, () => pick(this.#writer.photos)?.acknowledged?.id ?? '')
    return [...new Set(found)].filter((id) => id !== '')
  }
}

function isKnown({ acknowledged }: SessionEntry): boolean {
  return acknowledged !== undefined
}

/** ItemRequest of a new or changed item, in several scripts and of any length. */
export function createFields(photos: readonly string[]): ItemRequest {
  const number = randomInt(1_000_000)
  const words = ['Wolle', 'laine', 'ලොම්', '羊毛', 'صوف', '🧶', 'chunky', 'Æ'] as const
  const text = (count: number) => Array.from({ length: count }, () => pick(words)).join(' ')
  const optional = textNames.filter((name) => itemFields[name].absent === null)
  return {
    ...noFields,
    ...Object.fromEntries(optional.map((name) => [name, randomInt(3) === 0 ? null : text(1 + randomInt(6))])),
    title: `${text(3)} ${number}`,
    tagline: text(randomInt(12)),
    price: number % 5 === 0 ? null : number / 100,
    category: pick(['Beanies', 'Scarves', 'Mittens', 'Shawls']) ?? '',
    imageUrl: photos.length > 0 ? '' : `https://example.com/${number}.jpg`,
    description: number % 4 === 0 ? null : text(1 + randomInt(80)),
    madeToOrder: number % 4 === 0,
    weeksToMake: number % 6 === 0 ? 1 + (number % 52) : null,
    focus: number % 3 === 0 ? { x: number % 101, y: randomInt(101) } : null,
    photos,
  }
}
