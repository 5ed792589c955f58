import { createUserWithEmailAndPassword } from 'firebase/auth'

import { openClient } from '../conformance/client.ts'
import { projectId, type Owner, type Service } from './test-support-identity.ts'

/** The official client, unmodified, as in a browser, which keeps its user in memory. */
export function openBrowser(t: Owner, origin: string) {
  const client = openClient({ origin, projectId })
  t.after(client.close)
  return client
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
