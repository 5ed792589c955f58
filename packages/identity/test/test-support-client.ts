import { deleteApp, initializeApp } from 'firebase/app'
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  inMemoryPersistence,
  initializeAuth,
  type Auth,
} from 'firebase/auth'

import { projectId, type Owner, type Service } from './test-support-identity.ts'

let browserCount = 0

/**
 * The official client, unmodified, as in a browser. Reloading the page starts the client again with what the browser has
 * stored, so it looks up its user.
 */
export function openBrowser(t: Owner, origin: string) {
  const name = `browser ${++browserCount}`
  const openPage = () => {
    const app = initializeApp({ apiKey: 'k', projectId }, name)
    const auth = initializeAuth(app, { persistence: inMemoryPersistence })
    connectAuthEmulator(auth, origin, { disableWarnings: true })
    return { app, auth }
  }
  let page = openPage()
  t.after(() => deleteApp(page.app))
  return {
    auth: page.auth,
    /** Resolves once the page is loaded and the client knows its user. */
    async reloadPage(): Promise<Auth> {
      await deleteApp(page.app)
      page = openPage()
      await page.auth.authStateReady()
      return page.auth
    },
  }
}

let visitorCount = 0

/** A new visitor with an unused e-mail address, at a service that other tests share. */
export function openVisitor(t: Owner, service: Service) {
  const before = service.audited().length
  t.after(async () => {
    service.clock.aheadMs = 0
  })
  return {
    service,
    auth: openBrowser(t, service.origin).auth,
    email: `mary${++visitorCount}@example.com`,
    /** The audit events of this test. */
    audited: () => service.audited().slice(before),
  }
}

export const password = 'purl two together'

/** Signs Mary up with a new e-mail address and {@link password}. */
export async function openMary(t: Owner, service: Service) {
  const visitor = openVisitor(t, service)
  const { user } = await createUserWithEmailAndPassword(visitor.auth, visitor.email, password)
  return { ...visitor, user }
}

/** Matches an error of the client. */
export const code = (name: string) => ({ code: `auth/${name}` })
