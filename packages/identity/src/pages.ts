/** The application's own pages, as far as the service sends people there. */
export interface Pages {
  /** The path of the page that action links open. */
  readonly actionPath: string
  /** The path of the page that a sign-in at another provider returns to. */
  readonly signInPath: string
  /** The language of action links (`lang`), as a BCP 47 tag. */
  readonly language: string
}

export const defaultPages: Pages = { actionPath: '/__/auth/action', signInPath: '/sign-in', language: 'en' }
