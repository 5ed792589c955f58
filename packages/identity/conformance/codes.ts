import { parseActionCodeURL } from 'firebase/auth'
import type { ActionCodeURL } from 'firebase/auth'

import { callTestRoute } from './client.ts'
import type { Service } from './service.ts'

/** A link as the services list those that they have sent. */
export interface SentLink {
  /** The address that the account has; for `RECOVER_EMAIL`, the one that it gets back. */
  readonly email: string
  readonly newEmail?: string
  readonly requestType: string
  readonly oobCode: string
  readonly oobLink: string
}

/** All that were sent for an address and not used up yet, oldest first. */
export async function listLinks(service: Service, email: string): Promise<SentLink[]> {
  const { body } = await callTestRoute(service, 'GET', 'oobCodes')
  return (body['oobCodes'] as SentLink[]).filter((link) => link.email === email)
}

/** What the last link for an address is for, and its code. */
export async function getLink(service: Service, email: string): Promise<SentLink & { readonly action: ActionCodeURL }> {
  const link = (await listLinks(service, email)).at(-1)
  const action = link && parseActionCodeURL(link.oobLink)
  if (link === undefined || !action) throw new Error('No link was sent.')
  return { ...link, action }
}

/** Where a link may lead on to. */
export function continueUrlOf({ origin }: Service): string {
  return `${origin}/create`
}
