/** `recaptchaParams`: the client requests them before a sign-in by phone, which is not supported; the key is unused. */
export async function getRecaptchaParams() {
  return { kind: 'identitytoolkit#GetRecaptchaParamResponse', recaptchaSiteKey: 'unused', recaptchaStoken: 'unused' }
}
