import { deleteApp, initializeApp } from 'firebase/app'
import { connectAuthEmulator, createUserWithEmailAndPassword, inMemoryPersistence, initializeAuth } from 'firebase/auth'
import type { Auth } from 'firebase/auth'

import { projectId } from './test-support-identity.ts'
import type { Owner, Service } from './test-support-identity.ts'

let browsers = 0

/**
 * The official client, unmodified, as a browser has it. Opening a page again starts the client anew on what the browser
 * has stored, which makes it look up its user.
 */
export function openBrowser(t: Owner, origin: string) {
  const name = `browser ${++browsers}`
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
    /** Who is signed in on the page once it is there again. */
    async openPageAgain(): Promise<Auth> {
      await deleteApp(page.app)
      page = openPage()
      await page.auth.authStateReady()
      return page.auth
    },
  }
}

let visitors = 0

/** Somebody at a service that others use, too, with an address of their own that nobody has yet. */
export function openVisitor(t: Owner, service: Service) {
  const before = service.audited().length
  t.after(async () => {
    service.clock.aheadMs = 0
  })
  return {
    service,
    auth: openBrowser(t, service.origin).auth,
    email: `mary${++visitors}@example.com`,
    /** The security events of this test. */
    audited: () => service.audited().slice(before),
  }
}

export const password = 'purl two together'

/** Mary, who has signed up with her address and {@link password}. */
export async function openMary(t: Owner, service: Service) {
  const visitor = openVisitor(t, service)
  const { user } = await createUserWithEmailAndPassword(visitor.auth, visitor.email, password)
  return { ...visitor, user }
}

/** What the client says no with. */
export const code = (name: string) => ({ code: `auth/${name}` })
