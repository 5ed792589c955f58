import { randomUUID } from 'node:crypto'

import { emulatorHost } from '../../scripts/test/firestore-emulator.ts'
import type { FirestoreClient } from '../../src/google/firestore-client.ts'
import { openFirestore } from '../../src/google/open-firestore.ts'
import { startGrpcProxy, type GrpcProxy } from './grpc-proxy.ts'

/** A connection to the emulator that a test can observe and interrupt. */
export function connectToEmulator(): Promise<GrpcProxy> {
  return startGrpcProxy(emulatorHost())
}

/** A project that no other test uses: an empty database. */
export function newProjectId(): string {
  return `wool-shop-${randomUUID().slice(0, 8)}`
}

/** A database for one test. */
export interface TestDatabase {
  readonly projectId: string
  readonly proxy: GrpcProxy
  /** Makes another client, as another process would. */
  readonly connect: () => Promise<FirestoreClient>
  readonly dispose: () => Promise<void>
}

/** Opens a new database, or connects to one in another way. */
export async function openDatabase(projectId = newProjectId()): Promise<TestDatabase> {
  const proxy = await connectToEmulator()
  return {
    projectId,
    proxy,
    connect: () => openFirestore(projectId, proxy.host),
    dispose: async () => proxy[Symbol.asyncDispose](),
  }
}
