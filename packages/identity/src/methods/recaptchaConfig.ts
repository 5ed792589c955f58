import type { Uses } from '../context.ts'

/**
 * `recaptchaConfig`: no sign-in needs reCAPTCHA. The key is unused, but the client cannot parse an answer without one. (firebase-js-sdk, packages/auth/src/platform_browser/recaptcha/recaptcha.ts)
 */
export async function getRecaptchaConfig({ projectId }: Uses<'projectId'>) {
  const providers = ['EMAIL_PASSWORD_PROVIDER', 'PHONE_PROVIDER']
  return {
    recaptchaKey: `projects/${projectId}/keys/unused`,
    recaptchaEnforcementState: providers.map((provider) => ({ provider, enforcementState: 'OFF' })),
  }
}
