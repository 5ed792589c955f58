/** `recaptchaParams`: the client asks for them before a telephone's sign-in, which is not offered: no key is used. */
export async function getRecaptchaParams() {
  return { kind: 'identitytoolkit#GetRecaptchaParamResponse', recaptchaSiteKey: 'unused', recaptchaStoken: 'unused' }
}
