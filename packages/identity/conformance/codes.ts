import { parseActionCodeURL } from 'firebase/auth'
import type { ActionCodeURL } from 'firebase/auth'

import { callTestRoute } from './client.ts'
import type { Service } from './service.ts'

/** A sent link, as the services list them. */
export interface SentLink {
  /** The account's address; for `RECOVER_EMAIL`, the recovered one. */
  readonly email: string
  readonly newEmail?: string
  readonly requestType: string
  readonly oobCode: string
  readonly oobLink: string
}

/** All unused links for an address, oldest first. */
export async function listLinks(service: Service, email: string): Promise<SentLink[]> {
  const { body } = await callTestRoute(service, 'GET', 'oobCodes')
  return (body['oobCodes'] as SentLink[]).filter((link) => link.email === email)
}

/** The purpose and the code of the last link for an address. */
export async function getLink(service: Service, email: string): Promise<SentLink & { readonly action: ActionCodeURL }> {
  const link = (await listLinks(service, email)).at(-1)
  const action = link && parseActionCodeURL(link.oobLink)
  if (link === undefined || !action) throw new Error('No link was sent.')
  return { ...link, action }
}

/** A continue URL that is allowed. */
export function continueUrlOf({ origin }: Service): string {
  return `${origin}/create`
}
