import { Hono } from 'hono'

import type { Access } from '../../access/access.ts'
import type { Permissions } from '../../access/permissions.ts'
import { ShopError } from '../../domain/errors.ts'
import { isItemId, itemListSize, parseNewItem } from '../../domain/item.ts'
import { item as itemWords, problems } from '../../domain/messages.ts'
import type { Identity } from '../../identity/identity.ts'
import type { PictureCopies } from '../../photos/copy/picture-copies.ts'
import type { PhotoLibrary } from '../../photos/photo-library.ts'
import type { Store } from '../../store/store.ts'
import type { Bindings } from '../bindings.ts'
import { clientAddress } from '../client-address.ts'
import type { Limits } from '../limits.ts'
import { readJson } from '../read-body.ts'
import { keepPhotos } from './item-photos.ts'

export interface ItemsApiOptions {
  readonly store: Store
  readonly access: Access
  readonly permissions: Permissions
  readonly limits: Limits
  readonly photos: Pick<PhotoLibrary, 'keep'>
  readonly copies: PictureCopies
  readonly trustedProxies: number
  readonly identity: Pick<Identity, 'noteMaker'> | undefined
}

/** Why there is no item of this id. */
export async function notThere(store: Pick<Store, 'isGone'>, id: string): Promise<ShopError> {
  if (isItemId(id) && (await store.isGone(id))) return new ShopError('item-gone', itemWords.gone)
  return new ShopError('item-not-found', itemWords.notFound)
}

/** `GET /` the newest items, `GET /:id` one of them, `POST /` a new one. */
export function createItemsApi(options: ItemsApiOptions) {
  const { store, access, permissions, limits, photos, copies, trustedProxies, identity } = options
  const api = new Hono<Bindings>()

  api.get('/', async (context) => context.json(await store.newest(itemListSize)))

  api.get('/:id', async (context) => {
    const id = context.req.param('id')
    const item = isItemId(id) ? await store.find(id) : undefined
    if (!item) throw await notThere(store, id)
    return context.json(item)
  })

  api.post('/', async (context) => {
    const visitor = await access.identify(context.req.header('Authorization'))
    await permissions.requireMayAdd(visitor)
    const request = parseNewItem(await readJson(context))
    await limits.addItem(visitor.uid, clientAddress(context, trustedProxies))
    identity?.noteMaker(visitor.uid)
    const item = await store.add(await keepPhotos(request, photos))
    copies.ask(item)
    return context.json(item, 201, { Location: `/api/items/${item.id}` })
  })

  for (const path of ['/', '/:id']) {
    api.all(path, () => {
      throw new ShopError('method-not-allowed', problems.methodNotAllowed)
    })
  }
  return api
}
