import { setTimeout } from 'node:timers/promises'

import { createFirestoreSink } from '../../catalogue/transfer/firestore-sink.ts'
import { createFirestoreSource } from '../../catalogue/transfer/firestore-source.ts'
import type { ItemSink, ItemSource } from '../../catalogue/transfer/transfer.ts'
import type { CloudConfig } from '../../config/cloud-config.ts'
import { isShopError } from '../../domain/errors.ts'
import { describeFirestoreError } from '../../google/firestore-error.ts'
import { openFirestore } from '../../google/open-firestore.ts'
import { createCommandLog } from '../command-log.ts'
import { RefusedError } from '../connect.ts'
import type { OpenEnd } from './stores.ts'

// Firestore is asked directly, whether processes of the shop run or not: their listeners hear of what is new.

/** A call that was given up on would hold its connection, and what closes it, for minutes. */
const closingMs = 2_000

/**
 * The items of a Firebase project.
 *
 * @throws StartError when there are no credentials; RefusedError, from its methods, when Firestore says no.
 */
export async function openFirestoreSource(cloud: CloudConfig): Promise<OpenEnd<ItemSource>> {
  const { firestore, ...end } = await open(cloud)
  const source = createFirestoreSource({ firestore, log: createCommandLog() })
  return {
    ...end,
    count: () => source.count().catch(refuse(cloud)),
    async *all() {
      try {
        yield* source.all()
      } catch (error) {
        refuse(cloud)(error)
      }
    },
  }
}

/**
 * Where the shops of a Firebase project keep items.
 *
 * @throws StartError when there are no credentials; RefusedError, from `put`, when Firestore says no.
 */
export async function openFirestoreSink(cloud: CloudConfig): Promise<OpenEnd<ItemSink>> {
  const { firestore, createTimestamp, ...end } = await open(cloud)
  const sink = createFirestoreSink({ firestore, createTimestamp })
  return { ...end, put: (items) => sink.put(items).catch(refuse(cloud)) }
}

async function open({ projectId, emulators }: CloudConfig) {
  const { firestore, createTimestamp } = await openFirestore(projectId, emulators.firestore)
  return {
    firestore,
    createTimestamp,
    where: `the Firebase project ${projectId}`,
    close: () => Promise.race([firestore.terminate(), setTimeout(closingMs)]),
  }
}

/** Visitors are told something else. */
function refuse({ projectId }: CloudConfig) {
  return (error: unknown): never => {
    if (!isShopError(error)) throw error
    throw new RefusedError(describeFirestoreError(error.cause, projectId), { cause: error })
  }
}
