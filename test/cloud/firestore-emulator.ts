import { createRequire } from 'node:module'

import { installPackages } from '../kit/install-packages.ts'
import { patchEmulator, type EmulatorState } from './emulator-patches.ts'
import { interceptCalls, type CallControl, type Handler } from './grpc-faults.ts'

const emulatorPackage = '@firestore-emulator/server'

let isPatched = false

/** The used exports of the emulator. Its own types exist only once it is installed. */
interface EmulatorModule {
  readonly FirestoreState: EmulatorState
  readonly FirestoreServer: new () => {
    readonly server: {
      readonly handlers: Map<string, Handler>
      bindAsync(address: string, credentials: unknown, done: (error: Error | null, port: number) => void): void
      drain(address: string, graceMs: number): void
      unbind(address: string): void
      forceShutdown(): void
    }
  }
}

interface GrpcModule {
  readonly ServerCredentials: { createInsecure(): unknown }
}

/** A Firestore in memory, for any number of processes, over gRPC on loopback. */
export interface FirestoreEmulator extends CallControl, AsyncDisposable {
  /** The value for `FIRESTORE_EMULATOR_HOST`. */
  readonly host: string
  /** Closes all connections and refuses new ones. */
  stop(): void
  /** Listens again at the same address, with all documents. */
  startAgain(): Promise<void>
}

export async function startFirestoreEmulator(): Promise<FirestoreEmulator> {
  await installPackages('test/cloud')
  const { FirestoreServer, FirestoreState } = (await import(emulatorPackage)) as EmulatorModule
  if (!isPatched) patchEmulator(FirestoreState)
  isPatched = true
  const { ServerCredentials } = createRequire(import.meta.resolve(emulatorPackage))('@grpc/grpc-js') as GrpcModule
  // The emulator's own `start` would listen on all addresses of this machine.
  const { server } = new FirestoreServer()
  const listen = async (address: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    )
    return promise
  }
  const host = `127.0.0.1:${await listen('127.0.0.1:0')}`
  return {
    ...interceptCalls(server.handlers),
    host,
    stop() {
      server.drain(host, 0)
      server.unbind(host)
    },
    async startAgain() {
      await listen(host)
    },
    async [Symbol.asyncDispose]() {
      server.forceShutdown()
    },
  }
}
