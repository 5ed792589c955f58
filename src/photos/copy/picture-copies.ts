import { isShopError } from '../../domain/errors.ts'
import type { Item } from '../../domain/item.ts'
import { needsCopy } from '../../domain/photo.ts'
import type { Log } from '../../log/log.ts'
import type { Store } from '../../store/store.ts'
import type { PictureCopier } from './picture-copier.ts'

/** Copies pictures elsewhere on the web for the items that have them, beside everything else. Disposing of it gives up what is not done. */
export interface PictureCopies extends Disposable {
  /**
   * Has the picture of an item that was saved copied, if it is elsewhere on the web and not copied yet. Returns at once:
   * when it cannot be copied, the item stays as it is, and the log says why.
   */
  ask(item: Pick<Item, 'id' | 'imageUrl' | 'photos'>): void
}

export interface PictureCopiesOptions {
  readonly copier: PictureCopier
  readonly store: Pick<Store, 'addCopy'>
  readonly log: Log
}

/** So many at once: each is up to 15 MB on the wire, and they are encoded one after the other anyway. */
const maxAtOnce = 2
const maxWaiting = 200

export function createPictureCopies({ copier, store, log }: PictureCopiesOptions): PictureCopies {
  const ended = new AbortController()
  /** By item: the address of its picture. The one that was saved last counts. */
  const waiting = new Map<string, string>()
  let underWay = 0
  let isOverfull = false

  async function copy(item: string, picture: string): Promise<void> {
    try {
      const photo = await copier.copy(picture, ended.signal)
      if (!(await store.addCopy(item, picture, photo))) log.info({ item }, 'a copied picture is no more the item’s')
    } catch (error) {
      if (ended.signal.aborted) return
      if (isShopError(error) && !/^(?:internal|storage-unavailable)$/.test(error.code)) {
        log.info({ item, picture, reason: error.message }, 'a picture was not copied: it is shown from where it is')
      } else log.error({ err: error, item }, 'a picture could not be copied')
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
      if (ended.signal.aborted || !needsCopy(item)) return
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
