import { shareAuthEmulator } from '../../packages/identity/conformance/auth-emulator.ts'
import { shareFirestoreEmulator } from '../../scripts/test/firestore-emulator.ts'

/** Starts those of Google's emulators that this process does not share yet, for itself and the processes that it starts. */
export async function shareEmulators(): Promise<AsyncDisposable> {
  const [firestore, auth] = await Promise.all([shareFirestoreEmulator(), shareAuthEmulator()])
  const started = new AsyncDisposableStack()
  started.use(firestore)
  started.use(auth)
  return started
}
