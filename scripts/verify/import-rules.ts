/** A folder or file, and the modules of the project that it may import; `typeOnly` ones only with `import type`. */
export interface ImportRule {
  readonly module: string
  readonly may: readonly string[]
  readonly typeOnly?: readonly string[]
  /** What it may not import of these. */
  readonly except?: RegExp
  /** Whether it may import npm packages and Node's modules; both if left out. */
  readonly outside?: 'nothing' | 'node'
}

/** Without `packages/identity`, which only accounts need. */
const packages = ['packages/bounded-read', 'packages/key-set', 'packages/rate-limit', 'packages/sqlite']

/** Its interface, and the file and the versions of its database. */
const identity = ['packages/identity/src/index.ts', 'packages/identity/src/storage/schema.ts']

/** What a feature declares its routes with. */
const web = ['src/web/bindings.ts', 'src/web/middleware', 'src/web/shop-limits.ts']

/** Authentication and permissions, for every feature with an API. */
const access = ['src/owners/access.ts', 'src/owners/notices/notify.ts', 'src/owners/permissions.ts']

/** The contract of the stores and their shared parts. A store never imports another one. */
const storeModules = [
  'src/catalogue/store.ts',
  'src/catalogue/item-id.ts',
  'src/catalogue/search',
  'src/catalogue/watchers.ts',
]

const concreteStores = /^src\/.*\/(?:embedded\/|transfer\/|(?:firestore|sqlite)[/-])/

/** Modules that choose the page's language. Components and hooks get its texts from `useMessages`. */
const messageProviders = ['app/entry.client.tsx', 'app/handler.server.ts', 'app/link-preview/check-after-save.tsx']

/** A feature: it may import packages, `src/domain`, `src/messages` and the log, and of other features only what is named. */
function feature(module: string, may: readonly string[], typeOnly: readonly string[] = []): ImportRule {
  return {
    module,
    may: [...packages, 'src/command-name.ts', 'src/domain', 'src/log.ts', 'src/messages', ...may],
    typeOnly,
  }
}

/** The first rule that matches a file applies. It may not import any other module of the project. */
export const importRules: readonly ImportRule[] = [
  { module: 'packages/bounded-read', may: [], outside: 'node' },
  { module: 'packages/sqlite', may: [], outside: 'node' },
  { module: 'packages/rate-limit', may: [] },
  { module: 'packages/key-set', may: ['packages/bounded-read'] },
  { module: 'packages/identity', may: packages },
  // Knows every country's phone numbers, with the data of a package.
  { module: 'src/domain/contact/whatsapp.ts', may: [] },
  { module: 'src/domain', may: [], outside: 'nothing' },
  { module: 'src/messages', may: ['src/domain'], outside: 'nothing' },
  {
    module: 'src/config',
    may: ['packages/sqlite', 'src/domain'],
    typeOnly: ['packages/identity/src/index.ts', 'src/mail/mailer.ts', 'src/photos/storage/bucket-store.ts'],
  },
  { module: 'src/command-name.ts', may: [] },
  { module: 'src/log.ts', may: ['src/domain'] },
  { module: 'src/process/version.ts', may: ['package.json'] },
  feature('src/process', []),
  feature('src/mail', []),
  feature('src/google', []),
  { module: 'src/catalogue/search', may: ['src/domain', 'src/messages'] },
  feature('src/catalogue/sqlite', storeModules, ['src/catalogue/transfer/transfer.ts']),
  feature('src/catalogue/firestore', [...storeModules, 'src/google']),
  feature('src/catalogue/transfer', ['src/catalogue/firestore', 'src/catalogue/sqlite', 'src/google']),
  feature('src/catalogue/live', web),
  feature(
    'src/catalogue',
    [...web, 'src/backup/daily/backup-status.ts', 'src/owners/owners-only.ts', 'src/owners/permissions.ts'],
    [...access, 'src/photos/photo-library.ts', 'src/photos/remote-copy/remote-copies.ts', 'src/process/clock-check.ts'],
  ),
  feature(
    'src/shop-settings',
    [...web, 'src/catalogue/item-photos.ts', 'src/catalogue/watchers.ts', 'src/google', 'src/owners/owners-only.ts'],
    [...access, 'src/catalogue/store.ts', 'src/photos/photo-library.ts'],
  ),
  feature('src/photos', [...web, 'src/owners/permissions.ts', 'src/process'], [...access, 'src/catalogue/store.ts']),
  feature('src/backup', [
    'packages/identity/src/storage',
    'src/catalogue/sqlite/raise-versions.ts',
    'src/catalogue/sqlite/shop-database.ts',
    'src/photos/photo-store.ts',
    'src/photos/storage',
    'src/photos/trash.ts',
    'src/process',
  ]),
  feature(
    'src/link-preview',
    [...web, 'src/catalogue/items-api.ts', 'src/owners/permissions.ts', 'src/photos/encoder', 'src/photos/remote-copy'],
    [...access, 'src/catalogue/store.ts', 'src/pages/page.ts'],
  ),
  feature(
    'src/owners',
    [
      ...web,
      ...identity,
      'packages/identity/src/emulator/test-identity.ts',
      'packages/identity/src/tokens/verify-id-token.ts',
      'src/google',
    ],
    ['src/mail/mailer.ts', 'src/pages/page.ts'],
  ),
  feature(
    'src/pages',
    [...web, 'src/catalogue/search-limit.ts', 'src/owners/token-sync.ts'],
    ['src/catalogue/search/catalogue-search.ts', 'src/catalogue/store.ts'],
  ),
  feature(
    'src/web/middleware',
    ['packages/identity/src/http/same-origin.ts', 'src/web/bindings.ts'],
    ['src/pages/page.ts'],
  ),
  {
    ...feature(
      'src/web',
      [
        'packages/identity/src/index.ts',
        'src/backup/daily/backup-status.ts',
        'src/catalogue',
        'src/link-preview',
        'src/owners',
        'src/pages',
        'src/photos',
        'src/process',
        'src/shop-settings',
      ],
      ['src/backend.ts'],
    ),
    except: concreteStores,
  },
  feature('src/cli', [
    ...identity,
    'src/backup',
    'src/catalogue/sqlite',
    'src/catalogue/transfer',
    'src/config',
    'src/google',
    'src/link-preview',
    'src/mail/mailer.ts',
    'src/owners',
    'src/process',
    'src/shop-settings',
    'src/web/http-server.ts',
    'src/web/middleware',
  ]),
  ...messageProviders.map((module) => ({ module, may: ['app', 'src/domain', 'src/messages'], typeOnly: ['src'] })),
  {
    module: 'app',
    may: ['src/domain', 'src/messages/describe-invalid-input.ts', 'src/messages/describe-owner-notice.ts'],
    typeOnly: ['src'],
  },
  { module: 'src/backend.ts', may: [], typeOnly: ['src', 'packages'] },
  ...['src/cloud.ts', 'src/embedded.ts', 'src/ends.ts', 'server.ts'].map((module) => ({
    module,
    may: ['src', 'packages'],
  })),
]
