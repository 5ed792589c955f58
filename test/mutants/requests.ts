import type { Mutant } from './mutant.ts'

const hostilePhotos = {
  file: 'test/shop/hostile-photos.test.ts',
  title: 'PUT /api/photos: an invalid photo is refused with a message, and nothing is stored',
}

/** What clients send: bodies, photos, prices and settings. */
export const mutantsOfRequests: readonly Mutant[] = [
  {
    row: 'bodies, queries and headers',
    file: 'src/web/middleware/read-body.ts',
    text: "    throw new ShopError('invalid-request', message, { cause })\n",
    replacement: '    throw cause\n',
    reason: 'the parser has an error of its own, which is an internal one',
    test: {
      file: 'test/shop/fuzz-bodies.test.ts',
      title: 'fuzzing: no body and no header causes a server error or shows a stack trace',
    },
  },
  {
    row: 'photos',
    file: 'src/photos/encoder/decode.ts',
    text: "sharp.block({ operation: ['VipsForeignLoad'] })\n",
    replacement: '',
    reason: 'the list of formats seems to be the list of what is allowed',
    test: hostilePhotos,
  },
  {
    row: 'photos',
    file: 'src/photos/encoder/decode.ts',
    text: "  if (takesTooMuchMemory(header)) throw new PhotoFaultError('too-hard')\n}",
    replacement: '}',
    reason: 'the number of pixels is limited already',
    test: hostilePhotos,
  },
  {
    row: 'photos',
    file: 'src/photos/save-photo.ts',
    text: 'limitBytes(received, photoLimits.bytes - sizeBefore)',
    replacement: 'limitBytes(received, photoLimits.bytes)',
    reason: 'each part has the limit of the whole',
    test: hostilePhotos,
  },
  {
    row: 'the token sync is at a fixed path',
    file: 'src/config/token-sync.ts',
    text: "  'manage',\n",
    replacement: '',
    reason: 'a path that was added later is not in the list',
    test: {
      file: 'test/shop/token-sync.test.ts',
      title: 'SHOP_TOKEN_SYNC › refuses a path that the shop uses otherwise',
    },
  },
  {
    row: 'the token sync is at a fixed path',
    file: 'src/owners/token-sync.ts',
    text: 'path: identity.tokenSyncPath ?? sessionPath, maxAge',
    replacement: 'path: sessionPath, maxAge',
    reason: 'the cookie stays where it was',
    test: { file: 'test/shop/token-sync.test.ts', title: 'moves the endpoint from /__session to another path' },
  },
  {
    row: 'a price above the maximum is refused as an invalid price',
    file: 'src/domain/money.ts',
    text: "code: 'priceTooHigh', max: maxPrice",
    replacement: "code: 'notAPrice'",
    reason: 'one problem seems enough',
    test: { file: 'src/domain/item.test.ts', title: 'refuses a price above the maximum with a message of its own' },
  },
  {
    row: "the identity service refuses what Google's accepts, and the other way round",
    file: 'packages/identity/src/http/identity-api.ts',
    text: "      if (needsKey && !query['key'] && !c.req.header('X-Goog-Api-Key')) return answerKeyMissing(c)\n",
    replacement: '',
    reason: 'any key is valid, so none seems needed',
    test: {
      file: 'packages/identity/test/identity-fetch.test.ts',
      title: 'API key › is required: an empty one is rejected as a missing one',
    },
  },
  {
    row: "the identity service refuses what Google's accepts, and the other way round",
    file: 'packages/identity/src/methods/token.ts',
    text: 'required(request.grant_type || request.grantType,',
    replacement: 'required(request.grant_type,',
    reason: 'OAuth has one name for it',
    test: {
      file: 'packages/identity/test/identity-fetch.test.ts',
      title:
        "malformed request › gets an error in the protocol's format: ${path.slice(1, 60)} ${JSON.stringify(body.slice(0, 50))}",
    },
  },
  {
    row: 'buttons are disabled in two ways',
    file: 'app/account/credentials-form.tsx',
    text: "isHydrated ? { 'aria-disabled': isWorking } : { disabled: true }",
    replacement: "{ 'aria-disabled': isWorking, disabled: !isHydrated }",
    reason: 'each attribute follows a state of its own',
    test: {
      file: 'test/shop/response-headers.test.ts',
      title: 'disables a button either by disabled or by aria-disabled, not both',
    },
  },
  {
    row: "the preview banner does not show the backend's state",
    file: 'src/catalogue/live/event-stream.ts',
    text: '${this.#backendEvent}',
    replacement: '',
    reason: 'a page that is opened during an outage hears of the next change only',
    test: {
      file: 'src/catalogue/live/event-stream.test.ts',
      title: 'sendBackendState: a reader gets the state at once and when it changes, but not twice',
    },
  },
  {
    row: 'a saved item is not shown because something cannot be loaded',
    file: 'app/editor/item-form-controller.ts',
    text: 'await withTimeout(leaveTimeoutMs, this.discard())',
    replacement: 'await this.discard()',
    reason: 'the draft is deleted before its item is shown',
    test: {
      file: 'test/e2e/saving.spec.ts',
      title: 'a saved item is shown even if no asset can be loaded and IndexedDB does not respond',
    },
  },
]
