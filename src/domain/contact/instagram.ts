import { parseUrl } from '../parse-url.ts'

/** Where the header's link leads in a shop without a profile. */
export const instagramHome = 'https://www.instagram.com/'

const handleForm = /^@?([A-Za-z0-9._]{1,30})$/
const hostForm = /^(?:www\.)?instagram\.com(?=\/|$)/i

/**
 * The URL of a photo profile as people write it: an address, with or without `https://`, or a handle, with or without
 * `@`. The home page of Instagram is no profile: empty.
 *
 * @returns `undefined` for anything else.
 */
export function parseInstagram(value: string): string | undefined {
  const address = hostForm.test(value) ? `https://${value}` : value
  const [, handle] = handleForm.exec(address) ?? []
  if (handle !== undefined) return instagramHome + handle
  const url = /^https?:\/\//i.test(address) ? parseUrl(address) : undefined
  if (url?.username !== '' || url.password !== '') return undefined
  url.protocol = 'https:'
  if (!hostForm.test(url.host)) return url.href
  // Links from 'Share profile' have a query that names who shared it.
  const path = url.pathname.replace(/^\/+/, '')
  return path === '' ? '' : instagramHome + path
}
