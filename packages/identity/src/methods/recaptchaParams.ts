/**
 * `recaptchaParams`: the client requests these before a sign-in by phone. That is not supported: the answer lets the client
 * go on to the method that refuses it, `refusePhone`.
 */
export async function getRecaptchaParams() {
  return { kind: 'identitytoolkit#GetRecaptchaParamResponse', recaptchaSiteKey: 'unused', recaptchaStoken: 'unused' }
}
