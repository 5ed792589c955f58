import { parseActionCodeURL, type ActionCodeURL } from 'firebase/auth'

import { callEmulatorRoute } from './client.ts'
import type { Service } from './service.ts'

/** An action link, as the services list the ones they sent. */
export interface SentLink {
  /** The account's e-mail address; for `RECOVER_EMAIL`, the one to recover. */
  readonly email: string
  readonly newEmail?: string
  readonly requestType: string
  readonly oobCode: string
  readonly oobLink: string
}

/** All unused links of an e-mail address, oldest first. */
export async function listLinks(service: Service, email: string): Promise<SentLink[]> {
  const { body } = await callEmulatorRoute(service, 'GET', 'oobCodes')
  return (body['oobCodes'] as SentLink[]).filter((link) => link.email === email)
}

/** The newest link of an e-mail address, with its action. */
export async function getLink(service: Service, email: string): Promise<SentLink & { readonly action: ActionCodeURL }> {
  const link = (await listLinks(service, email)).at(-1)
  const action = link && parseActionCodeURL(link.oobLink)
  if (link === undefined || !action) throw new Error('No link was sent.')
  return { ...link, action }
}

/** A continue URL that both services accept. */
export function continueUrlOf({ origin }: Service): string {
  return `${origin}/create`
}
