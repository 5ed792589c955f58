/** A folder or file, and what of the project it may import. What is `typeOnly` is gone when the program runs. */
export interface ImportRule {
  readonly module: string
  readonly may: readonly string[]
  readonly typeOnly?: readonly string[]
  /** What it may import of the world outside; anything if left out. */
  readonly outside?: 'nothing' | 'node'
}

/** What stores share; never each other. */
const storeParts = ['src/store/store.ts', 'src/store/archive.ts', 'src/store/item-id.ts', 'src/store/watchers.ts']

/** Anything of this project that a module's rule does not name may not be imported by it. The first rule that fits a file holds. */
export const importRules: readonly ImportRule[] = [
  { module: 'src/domain', may: [], outside: 'nothing' },
  { module: 'src/config', may: [], outside: 'node' },
  { module: 'src/log', may: [] },
  { module: 'src/process', may: ['src/log'] },
  { module: 'packages/sqlite', may: [], outside: 'node' },
  { module: 'src/store/sqlite', may: [...storeParts, 'src/domain', 'src/log', 'packages/sqlite'] },
  { module: 'src/store/firestore', may: [...storeParts, 'src/domain', 'src/log'] },
  { module: 'src/store', may: ['src/domain', 'src/log'] },
  { module: 'src/live', may: ['src/domain', 'src/log'] },
  { module: 'src/archive', may: ['src/domain'], typeOnly: ['src/store/archive.ts'] },
  {
    module: 'src/admin',
    may: ['src/domain', 'src/archive', 'packages/identity', 'src/log'],
    typeOnly: ['src/owners', 'src/store/archive.ts'],
  },
  {
    module: 'src/firebase',
    may: ['src/domain', 'packages/identity', 'src/owners', 'src/store/firestore/storage-error.ts'],
    typeOnly: ['src/access/access.ts', 'packages/identity', 'src/log'],
  },
  { module: 'src/owners', may: ['src/domain'] },
  { module: 'packages/rate-limit', may: [] },
  { module: 'src/mail', may: ['src/domain', 'src/log'] },
  {
    module: 'packages/identity',
    may: [
      'packages/key-set',
      'packages/rate-limit',
      'packages/sqlite',
      'src/domain',
      'src/http',
      'src/log',
      'src/owners',
    ],
    typeOnly: ['src/mail/mailer.ts', 'src/store/store.ts'],
  },
  { module: 'packages/key-set', may: [] },
  {
    module: 'src/access',
    may: ['src/domain', 'src/log', 'packages/key-set'],
    typeOnly: ['src/owners/owners.ts', 'src/store/store.ts'],
  },
  { module: 'src/photos', may: ['src/domain', 'src/log', 'src/process'], typeOnly: ['src/store/store.ts'] },
  { module: 'src/link-preview', may: ['src/domain', 'src/photos/copy', 'src/process'] },
  { module: 'src/web', may: ['src/access', 'src/domain', 'src/http'] },
  {
    module: 'src/http',
    may: [
      'src/domain',
      'packages/identity',
      'src/access',
      'src/link-preview',
      'src/live',
      'src/photos',
      'src/log',
      'src/web',
      'packages/rate-limit',
    ],
    typeOnly: ['src/store/store.ts'],
  },
  { module: 'app', may: ['src/domain'], typeOnly: ['src'] },
  { module: 'src/backends', may: ['src', 'packages'] },
  {
    module: 'server.ts',
    may: ['src/backends/backend.ts', 'src/config', 'src/domain', 'src/http', 'src/live', 'src/log'],
  },
]
