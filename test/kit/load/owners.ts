import { addOwner, type ShopAccess } from '../accounts.ts'
import { callIdentity } from '../api-client.ts'
import { SessionEntry, type Session } from './writer.ts'

/** Makes owners and signs them in. The shop accepts items of owners only afterwards. */
export async function createOwners(access: ShopAccess, count: number): Promise<SessionEntry[]> {
  const owners: SessionEntry[] = []
  for (let number = 0; number < count; number++) {
    const credentials = { email: `owner-${number}@example.com`, password: 'a good password' }
    await addOwner(access, credentials.email)
    const owner = new SessionEntry(credentials)
    await owner.write('sign-up', async () => {
      const body = { ...credentials, returnSecureToken: true }
      return (await (await callIdentity(access.identityUrl, 'signInWithPassword', body)).json()) as Session
    })
    owners.push(owner)
  }
  return owners
}
