/** A folder or file, and the modules of the project that it may import; `typeOnly` ones only with `import type`. */
export interface ImportRule {
  readonly module: string
  readonly may: readonly string[]
  readonly typeOnly?: readonly string[]
  /** Whether it may import npm packages and Node's modules; both if left out. */
  readonly outside?: 'nothing' | 'node'
}

/** The parts of the web server that features use to declare routes. */
const webModules = ['src/web/bindings.ts', 'src/web/bounded-queue.ts', 'src/web/middleware', 'src/web/shop-limits.ts']

/** Authentication and permissions, for every feature with an API. */
const accessTypes = ['src/owners/access.ts', 'src/owners/notices/notify.ts', 'src/owners/permissions.ts']

/** The contract of the stores and their shared parts. A store never imports another one. */
const storeModules = [
  'src/catalogue/store.ts',
  'src/catalogue/item-id.ts',
  'src/catalogue/search',
  'src/catalogue/watchers.ts',
]

/** Modules that choose the page's language. Components and hooks get its texts from `useMessages`. */
const messageProviders = ['app/entry.client.tsx', 'app/handler.server.ts', 'app/link-preview/check-after-save.tsx']

/** The first rule that matches a file applies. It may not import any other module of the project. */
export const importRules: readonly ImportRule[] = [
  { module: 'packages/bounded-read', may: [], outside: 'node' },
  { module: 'packages/sqlite', may: [], outside: 'node' },
  { module: 'packages/rate-limit', may: [] },
  { module: 'packages/key-set', may: ['packages/bounded-read'] },
  {
    module: 'packages/identity',
    may: ['packages/bounded-read', 'packages/key-set', 'packages/rate-limit', 'packages/sqlite'],
  },
  // Knows every country's phone numbers, with the data of a package.
  { module: 'src/domain/contact/whatsapp.ts', may: [] },
  { module: 'src/domain', may: [], outside: 'nothing' },
  { module: 'src/messages', may: [], typeOnly: ['src/domain'], outside: 'nothing' },
  {
    module: 'src/config',
    may: ['packages/sqlite', 'src/domain'],
    typeOnly: [
      'packages/identity/src/index.ts',
      'src/log.ts',
      'src/mail/mailer.ts',
      'src/photos/storage/bucket-store.ts',
    ],
  },
  { module: 'src/log.ts', may: [] },
  { module: 'src/process/version.ts', may: ['package.json'] },
  { module: 'src/process', may: ['packages/sqlite', 'src/domain', 'src/log.ts'] },
  { module: 'src/mail', may: ['src/domain', 'src/log.ts', 'src/messages'] },
  { module: 'src/google', may: ['packages/key-set', 'packages/sqlite', 'src/domain', 'src/log.ts', 'src/messages'] },
  { module: 'src/catalogue/search', may: ['src/domain', 'src/messages'] },
  {
    module: 'src/catalogue/sqlite',
    may: [...storeModules, 'packages/sqlite', 'src/domain', 'src/log.ts', 'src/messages'],
    typeOnly: ['src/catalogue/transfer/transfer.ts'],
  },
  {
    module: 'src/catalogue/firestore',
    may: [...storeModules, 'src/domain', 'src/google', 'src/log.ts', 'src/messages'],
  },
  {
    module: 'src/catalogue/transfer',
    may: [
      'packages/sqlite',
      'src/catalogue/firestore/item-document.ts',
      'src/catalogue/firestore/queries.ts',
      'src/catalogue/sqlite',
      'src/domain',
      'src/google',
      'src/log.ts',
      'src/messages',
    ],
  },
  {
    module: 'src/catalogue/live',
    may: [...webModules, 'packages/rate-limit', 'src/domain', 'src/log.ts', 'src/messages'],
  },
  {
    module: 'src/catalogue',
    may: [
      ...webModules,
      'packages/rate-limit',
      'src/backup/daily/backup-status.ts',
      'src/domain',
      'src/log.ts',
      'src/messages',
      'src/owners/owners-only.ts',
    ],
    typeOnly: [
      ...accessTypes,
      'src/photos/photo-library.ts',
      'src/photos/remote-copy/remote-copies.ts',
      'src/process/clock-check.ts',
    ],
  },
  {
    module: 'src/shop-settings',
    may: [
      ...webModules,
      'packages/sqlite',
      'src/catalogue/item-photos.ts',
      'src/catalogue/watchers.ts',
      'src/domain',
      'src/google',
      'src/log.ts',
      'src/messages',
      'src/owners/owners-only.ts',
    ],
    typeOnly: [...accessTypes, 'src/catalogue/store.ts', 'src/photos/photo-library.ts'],
  },
  {
    module: 'src/photos',
    may: [
      ...webModules,
      'packages/bounded-read',
      'packages/rate-limit',
      'packages/sqlite',
      'src/domain',
      'src/log.ts',
      'src/messages',
      'src/process',
    ],
    typeOnly: [...accessTypes, 'src/catalogue/store.ts'],
  },
  {
    module: 'src/backup',
    may: [
      'packages/identity/src/storage',
      'packages/sqlite',
      'src/catalogue/sqlite/shop-database.ts',
      'src/domain',
      'src/log.ts',
      'src/messages',
      'src/photos/photo-store.ts',
      'src/photos/storage',
      'src/photos/trash.ts',
      'src/process',
    ],
  },
  {
    module: 'src/link-preview',
    may: [
      ...webModules,
      'packages/bounded-read',
      'src/catalogue/item-read-limit.ts',
      'src/catalogue/items-api.ts',
      'src/domain',
      'src/messages',
      'src/photos/encoder',
      'src/photos/remote-copy',
    ],
    typeOnly: [...accessTypes, 'src/catalogue/store.ts', 'src/pages/page.ts'],
  },
  {
    module: 'src/owners',
    may: [
      ...webModules,
      'packages/identity/src/index.ts',
      'packages/identity/src/storage/schema.ts',
      'packages/rate-limit',
      'packages/sqlite',
      'src/domain',
      'src/google',
      'src/log.ts',
      'src/messages',
    ],
    typeOnly: ['src/config', 'src/pages/page.ts'],
  },
  {
    module: 'src/pages',
    may: [
      ...webModules,
      'src/catalogue/item-read-limit.ts',
      'src/catalogue/search-limit.ts',
      'src/domain',
      'src/log.ts',
      'src/messages',
      'src/owners/token-sync.ts',
    ],
    typeOnly: ['src/catalogue/search/catalogue-search.ts', 'src/catalogue/store.ts'],
  },
  {
    module: 'src/web/middleware',
    may: [
      'packages/bounded-read',
      'packages/identity/src/http/same-origin.ts',
      'packages/rate-limit',
      'src/domain',
      'src/log.ts',
      'src/messages',
      'src/web/bindings.ts',
    ],
    typeOnly: ['src/pages/page.ts'],
  },
  {
    module: 'src/web',
    may: [
      'packages/identity/src/index.ts',
      'packages/rate-limit',
      'packages/sqlite',
      'src/backup/daily/backup-status.ts',
      'src/catalogue',
      'src/domain',
      'src/link-preview',
      'src/log.ts',
      'src/messages',
      'src/owners',
      'src/pages',
      'src/photos',
      'src/process',
      'src/shop-settings',
    ],
  },
  {
    module: 'src/cli',
    may: [
      'packages/bounded-read',
      'packages/identity/src/index.ts',
      'packages/identity/src/storage/schema.ts',
      'packages/sqlite',
      'src/backup',
      'src/catalogue/sqlite',
      'src/catalogue/transfer',
      'src/config',
      'src/domain',
      'src/google',
      'src/link-preview',
      'src/log.ts',
      'src/messages',
      'src/owners',
      'src/photos/storage/open-photo-store.ts',
      'src/process',
      'src/shop-settings',
      'src/web/http-server.ts',
      'src/web/middleware/error-response.ts',
      'src/web/middleware/read-body.ts',
    ],
    typeOnly: ['src/catalogue/store.ts'],
  },
  ...messageProviders.map((module) => ({ module, may: ['app', 'src/domain', 'src/messages'], typeOnly: ['src'] })),
  {
    module: 'app',
    may: ['src/domain', 'src/messages/describe-invalid-input.ts', 'src/messages/describe-notice.ts'],
    typeOnly: ['src'],
  },
  { module: 'src/backend.ts', may: [], typeOnly: ['src', 'packages'] },
  { module: 'src/cloud.ts', may: ['src', 'packages'] },
  { module: 'src/embedded.ts', may: ['src', 'packages'] },
  { module: 'server.ts', may: ['packages/sqlite', 'src'] },
]
