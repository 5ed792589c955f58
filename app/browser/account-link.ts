/** What the link in a letter asks for. */
export interface AccountLink {
  readonly mode: Mode
  readonly code: string
  /** All of it. */
  readonly href: string
  /** Where to go on to afterwards: a page of this shop. */
  readonly next: string
}

const modes = ['resetPassword', 'verifyEmail', 'verifyAndChangeEmail', 'recoverEmail', 'signIn'] as const

export type Mode = (typeof modes)[number]

/** Reads the address of a page; `undefined` when something is missing, as in a link that was copied in part. */
export function readAccountLink(href: string): AccountLink | undefined {
  const { searchParams, origin } = new URL(href)
  const mode = modes.find((name) => name === searchParams.get('mode'))
  const code = searchParams.get('oobCode')
  if (mode === undefined || !code) return undefined
  return { mode, code, href, next: readNext(searchParams.get('continueUrl'), origin) }
}

/** Anyone can put any address into a link to this page: it leads to no other site. */
function readNext(continueUrl: string | null, origin: string): string {
  const url = continueUrl === null ? null : URL.parse(continueUrl)
  return url?.origin === origin ? url.href : '/'
}
