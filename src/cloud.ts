import type { Backend } from './backend.ts'
import { createFirestoreStore } from './catalogue/firestore/firestore-store.ts'
import { isReachable } from './catalogue/firestore/reachability.ts'
import { startPurgeJob } from './catalogue/purge-job.ts'
import type { CloudConfig } from './config/cloud-config.ts'
import type { Config } from './config/config.ts'
import { createGoogleKeys } from './google/google-keys.ts'
import { openFirestore } from './google/open-firestore.ts'
import { createProjectCalls } from './google/project-calls.ts'
import type { Log } from './log.ts'
import { createAccess } from './owners/access.ts'
import { createRevocableAccess } from './owners/firebase-access.ts'
import { createSessionsEnd } from './owners/firebase-sessions.ts'
import { createFirestoreOwners } from './owners/firestore-owners.ts'
import { createPermissions } from './owners/permissions.ts'
import { warnIfUnclaimed } from './owners/unclaimed-warning.ts'
import { openPhotos } from './photos/photos.ts'
import { createClockCheck } from './process/clock-check.ts'

/**
 * Changes to items that are not among the newest are not told. The store keeps such an item for 30 s, and its page is
 * kept for as long again: together they are a minute behind at most.
 */
const itemLifetimeMs = 30_000

/** Each time is a read to pay for every item that has photos. */
const garbageCollectionHours = 24

/**
 * Items in Cloud Firestore, accounts in Firebase Authentication. Nothing is waited for: until Firestore answers for the
 * first time the shop is open, and says that it is not ready. Photos on their way are in the data folder, and all others too where there is no bucket.
 *
 * @throws StartError when there are no credentials.
 */
export async function openCloud(config: Config & { readonly cloud: CloudConfig }, log: Log): Promise<Backend> {
  const { projectId, apiKey, authDomain, emulators } = config.cloud
  const client = await openFirestore(projectId, emulators.firestore)
  const store = createFirestoreStore({ ...client, projectId, log, itemLifetimeMs })
  const distrustClock = createClockCheck()
  const purging = startPurgeJob({ store, distrustClock, log })
  const photos = await openPhotos({
    dataDir: config.dataDir,
    ...config.photos,
    store,
    garbageCollectionHours,
    distrustClock,
    log,
  })
  const owners = createFirestoreOwners(client)
  const isEmulated = emulators.auth !== undefined
  const call = createProjectCalls({ projectId, emulatorHost: emulators.auth })
  const access = createAccess({ keySet: isEmulated ? 'unsigned' : createGoogleKeys(), projectId })
  if (isEmulated) log.warn('FIREBASE_AUTH_EMULATOR_HOST: anybody can sign in as anybody. This is for tests alone.')
  if (config.shop.origin !== undefined && config.photos.bucket === undefined) {
    log.warn('SHOP_PHOTOS_BUCKET is not set: photos are in the folder of this process alone, and may go with it.')
  }
  const noAnswer = (error: unknown) => log.warn({ err: error }, 'whether the shop has an owner is not known yet')
  void warnIfUnclaimed(config, owners).catch(noAnswer)
  return {
    store,
    access: createRevocableAccess({ access, call, log }),
    photos: photos.library,
    uploads: photos.uploads,
    copies: photos.copies,
    permissions: createPermissions({ ...config, owners }),
    endSessions: createSessionsEnd({ call, log }),
    noteContributor: undefined,
    identity: undefined,
    publicIdentity: {
      apiKey,
      projectId,
      authDomain,
      emulatorOrigin: isEmulated ? `http://${emulators.auth}` : null,
      isEmbedded: false,
      providers: [{ id: 'google.com', label: 'Google' }],
    },
    itemLifetimeMs,
    isReachable: () => isReachable(client.firestore),
    trouble: () => store.problem,
    async [Symbol.asyncDispose]() {
      await photos.close()
      purging[Symbol.dispose]()
      await store.close()
      await client.firestore.terminate()
    },
  }
}
