import { createRateLimits } from '@stockinette/rate-limit/rate-limits.ts'

import type { Backend } from './backend.ts'
import { FirestoreStore, isReachable } from './catalogue/firestore/firestore-store.ts'
import { startPurgeJob } from './catalogue/purge-job.ts'
import type { CloudConfig, Config } from './config/config.ts'
import { startEnds } from './ends.ts'
import { createGoogleKeys } from './google/google-keys.ts'
import { openFirestore } from './google/open-firestore.ts'
import { createProjectCalls, type CallProject } from './google/project-calls.ts'
import type { Log } from './log.ts'
import { createAccess } from './owners/access.ts'
import { createClaiming } from './owners/claiming.ts'
import { createRevocableAccess, type RevocableAccessOptions } from './owners/firebase-access.ts'
import { createFirebaseAccounts } from './owners/firebase-accounts.ts'
import { createEndSessions } from './owners/firebase-sessions.ts'
import { createFirestoreOwners } from './owners/firestore-owners.ts'
import { createFirstClaim } from './owners/first-claim.ts'
import { createFirestoreNotices } from './owners/notices/firestore-notices.ts'
import { createNotify, type Notify } from './owners/notices/notify.ts'
import type { Owners } from './owners/owners.ts'
import { createPermissions } from './owners/permissions.ts'
import { warnOfMissing, type StartWarningsOptions } from './owners/start-warnings.ts'
import { openPhotos } from './photos/photos.ts'
import { createClockCheck } from './process/clock-check.ts'
import { createCurrentSettings, type CurrentSettings } from './shop-settings/current-settings.ts'
import { FirestoreSettings } from './shop-settings/firestore-settings.ts'
import { withSettingsPhotos } from './shop-settings/settings-photos.ts'

/**
 * This process is not notified of changes to items that are not among the latest. The store caches such an item for 30
 * s, and its page is cached for another 30 s: a minute at most.
 */
const itemLifetimeMs = 30_000

/** Each request with a token is one, or two with a body. A maker who sends photos makes fewer. */
const lookupsByAccount = { burst: 600, everySeconds: 0.2 }

/** Enough for a household, or for the makers of a workshop; accounts are easy to get. */
const lookupsByAddress = { burst: 1_200, everySeconds: 0.1 }

/** Twice as much from a /56 or /48 network, which is easy to get. */
const lookupsByNetworkAtMost = 2_400

/** While the index is not filled, each run costs up to one read for each photo that an item uses. */
const garbageCollectionHours = 24

/**
 * Items in Cloud Firestore, accounts in Firebase Authentication. Does not wait for Firestore: until its first response
 * the shop runs and reports that it is not ready. Uploads are in the data folder, and without a bucket all photos are.
 *
 * @throws StartError when there are no credentials, or the data folder is not usable.
 */
export async function openCloud(config: Config & { readonly cloud: CloudConfig }, log: Log): Promise<Backend> {
  const { projectId, apiKey, authDomain, emulators } = config.cloud
  await using opened = new AsyncDisposableStack()
  const close = (resource: { close(): Promise<void> }) => resource.close()
  const client = await openFirestore(projectId, emulators.firestore)
  const settingsOptions = { ...client, seeds: config.shop.seeds, log }
  const settingsStore = opened.adopt(new FirestoreSettings(settingsOptions), close)
  const settings = opened.use(createCurrentSettings(settingsStore))
  const storeOptions = { ...client, projectId, log, itemLifetimeMs }
  const store = opened.adopt(new FirestoreStore(storeOptions), close)
  const distrustClock = createClockCheck()
  const photosOptions = {
    dataDir: config.dataDir,
    ...config.photos,
    store: withSettingsPhotos(store, settings.store),
    garbageCollectionHours,
    distrustClock,
    log,
  }
  const photos = opened.adopt(await openPhotos(photosOptions), close)
  opened.use(startPurgeJob({ store, distrustClock, log }))
  opened.use(startEnds({ store, settings: settings.store, distrustClock, log }))
  const isEmulated = emulators.auth !== undefined
  const call = createProjectCalls({ projectId, emulatorHost: emulators.auth })
  const owners = createFirestoreOwners(client)
  const notices = createFirestoreNotices(client)
  const notify = createNotify({ notices, owners, log })
  const access = createAccess({ keySet: isEmulated ? 'unsigned' : createGoogleKeys(), projectId })
  const lookups = limitLookups(config.http.rateLimits)
  warnOfSettings(config, log)
  const all = opened.move()
  return {
    store,
    search: store.search,
    access: createRevocableAccess({ access, call, owners, lookups, log }),
    photos,
    settings,
    notices,
    notify,
    ...openOwnership({ owners, notify, call, settings, config, log }),
    endSessions: createEndSessions({ call, owners, log }),
    recordContributor: undefined,
    identity: undefined,
    publicIdentity: {
      apiKey,
      projectId,
      authDomain,
      emulatorOrigin: isEmulated ? `http://${emulators.auth}` : null,
      isEmbedded: false,
      providers: [{ id: 'google.com', label: 'Google' }],
      sendsMail: true,
    },
    itemLifetimeMs,
    isReachable: () => isReachable(client.firestore),
    backupStatus: undefined,
    trouble: () => store.problem ?? settings.problem,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

function limitLookups(enabled: boolean): RevocableAccessOptions['lookups'] {
  const limits = createRateLimits({ enabled })
  return {
    byAccount: limits.byKey(lookupsByAccount),
    byAddress: limits.byAddress(lookupsByAddress, lookupsByNetworkAtMost),
  }
}

function warnOfSettings({ cloud, shop, photos }: Parameters<typeof openCloud>[0], log: Log): void {
  if (cloud.emulators.auth !== undefined) {
    log.warn('FIREBASE_AUTH_EMULATOR_HOST: anyone can sign in as anyone. Use it for tests only.')
  }
  if (shop.origin !== undefined && photos.bucket === undefined) {
    log.warn(
      'SHOP_PHOTOS_BUCKET is not set: photos are stored in the folder of this process only and may be lost with it.',
    )
  }
}

interface OwnershipOptions {
  readonly owners: Owners
  readonly notify: Notify
  readonly call: CallProject
  readonly settings: CurrentSettings
  readonly config: Config & { readonly cloud: CloudConfig }
  readonly log: Log
}

/** Who owns the shop, and what they may do. Warns of a missing owner once Firestore has answered. */
function openOwnership({ owners, notify, call, settings, config, log }: OwnershipOptions) {
  const { origin } = config.shop
  const claiming = createClaiming({ owners, accounts: createFirebaseAccounts(call, config.cloud.apiKey), notify })
  void warnOnceKnown({ origin, settings, owners, log }).catch((error: unknown) => {
    log.warn({ err: error }, 'it is not known yet whether the shop has an owner, and enquiries reach it')
  })
  const whoMayAdd = async () => (await settings.known()).whoMayAdd
  return {
    permissions: createPermissions({ owners, whoMayAdd, isPreview: origin === undefined }),
    firstClaim: createFirstClaim({ owners, claiming, log, hasOtherProcesses: true }),
  }
}

async function warnOnceKnown(about: Omit<StartWarningsOptions, 'settings'> & { settings: CurrentSettings }) {
  await warnOfMissing({ ...about, settings: await about.settings.known() })
}
