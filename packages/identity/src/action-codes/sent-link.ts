/** A sent link with a one-time code, in the format of the emulator's `oobCodes`. */
export interface SentLink {
  readonly email: string
  readonly newEmail?: string | undefined
  /** `PASSWORD_RESET`, `VERIFY_EMAIL`, `EMAIL_SIGNIN`, `VERIFY_AND_CHANGE_EMAIL`, `RECOVER_EMAIL`. */
  readonly requestType: string
  readonly oobCode: string
  readonly oobLink: string
}
