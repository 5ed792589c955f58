import { setTimeout as wait } from 'node:timers/promises'

import type { Store } from '../../catalogue/store.ts'
import { isServerFault } from '../../domain/errors.ts'
import type { ShopError } from '../../domain/errors.ts'
import type { Item } from '../../domain/item.ts'
import { needsRemoteCopy } from '../../domain/photo.ts'
import type { Log } from '../../log.ts'
import type { PictureCopier } from './picture-copier.ts'

/** Copies pictures elsewhere on the web for the items that have them, beside everything else. Disposing of it gives up what is not done. */
export interface PictureCopies extends Disposable {
  /**
   * Has the picture of an item that was saved copied, if it is elsewhere on the web and not copied yet. Returns at once:
   * when it cannot be copied, also not a minute later if the fault is the shop's, the item stays as it is, and the log says why.
   */
  ask(item: Pick<Item, 'id' | 'imageUrl' | 'photos'>): void
}

export interface PictureCopiesOptions {
  readonly copier: PictureCopier
  readonly store: Pick<Store, 'addCopy'>
  readonly log: Log
  /** How long it is waited before each further try, when the fault is the shop's. */
  readonly pausesMs?: readonly number[]
}

/** So many at once: each is up to 15 MB on the wire, and they are encoded one after the other anyway. */
const maxAtOnce = 2
const maxWaiting = 200

export function createPictureCopies(options: PictureCopiesOptions): PictureCopies {
  const { copier, store, log, pausesMs = [10_000, 60_000] } = options
  const ended = new AbortController()
  /** By item: the address of its picture. The one that was saved last counts. */
  const waiting = new Map<string, string>()
  let underWay = 0
  let isOverfull = false

  /** Between its tries it keeps its place: what is in its way is in that of the others too. */
  async function copy(item: string, picture: string, [againMs, ...laterMs] = pausesMs, pauseMs = 0): Promise<void> {
    try {
      await wait(pauseMs, undefined, { signal: ended.signal, ref: false })
      const photo = await copier.copy(picture, ended.signal)
      if (!(await store.addCopy(item, picture, photo))) log.info({ item }, 'a copied picture is no more the item’s')
    } catch (error) {
      if (ended.signal.aborted) return
      if (!isServerFault(error)) {
        const reason = (error as ShopError).message
        log.info({ item, picture, reason }, 'a picture was not copied: it is shown from where it is')
      } else if (againMs === undefined) log.error({ err: error, item }, 'a picture could not be copied')
      else {
        log.warn({ err: error, item, againMs }, 'a picture could not be copied yet')
        await copy(item, picture, laterMs, againMs)
      }
    }
  }

  async function copyInTurn(item: string, picture: string): Promise<void> {
    underWay += 1
    await copy(item, picture)
    underWay -= 1
    goOn()
  }

  function goOn(): void {
    while (underWay < maxAtOnce) {
      const [next] = waiting
      if (next === undefined) {
        isOverfull = false
        return
      }
      waiting.delete(next[0])
      void copyInTurn(...next)
    }
  }

  return {
    ask(item) {
      if (ended.signal.aborted || !needsRemoteCopy(item)) return
      if (waiting.size >= maxWaiting && !waiting.has(item.id)) {
        if (!isOverfull) log.warn({ waiting: waiting.size }, 'too many pictures wait to be copied: the next are not')
        isOverfull = true
        return
      }
      waiting.set(item.id, item.imageUrl)
      goOn()
    },
    [Symbol.dispose]() {
      waiting.clear()
      ended.abort()
    },
  }
}

/** Leaves every picture where it is. */
export const noPictureCopies: PictureCopies = { ask: () => undefined, [Symbol.dispose]: () => undefined }
