/** A link with a one-time code that was sent to somebody, in the words of the emulator's `oobCodes`. */
export interface SentLink {
  readonly email: string
  readonly newEmail?: string | undefined
  /** `PASSWORD_RESET`, `VERIFY_EMAIL`, `EMAIL_SIGNIN`, `VERIFY_AND_CHANGE_EMAIL`, `RECOVER_EMAIL`. */
  readonly requestType: string
  readonly oobCode: string
  readonly oobLink: string
}
