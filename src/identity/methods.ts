import type { Endpoint } from './endpoint.ts'
import { createAuthUri } from './endpoints/createAuthUri.ts'
import { deleteAccount } from './endpoints/delete.ts'
import { getPublicKeys } from './endpoints/jwk.ts'
import { lookup } from './endpoints/lookup.ts'
import { refusePhone, refuseSecondFactor } from './endpoints/not-allowed.ts'
import { getPasswordPolicy } from './endpoints/passwordPolicy.ts'
import { getProjects } from './endpoints/projects.ts'
import { getRecaptchaConfig } from './endpoints/recaptchaConfig.ts'
import { getRecaptchaParams } from './endpoints/recaptchaParams.ts'
import { resetPassword } from './endpoints/resetPassword.ts'
import { revokeToken } from './endpoints/revokeToken.ts'
import { sendOobCode } from './endpoints/sendOobCode.ts'
import { signInWithCustomToken } from './endpoints/signInWithCustomToken.ts'
import { signInWithEmailLink } from './endpoints/signInWithEmailLink.ts'
import { signInWithIdp } from './endpoints/signInWithIdp.ts'
import { signInWithPassword } from './endpoints/signInWithPassword.ts'
import { signUp } from './endpoints/signUp.ts'
import { token } from './endpoints/token.ts'
import { update } from './endpoints/update.ts'

/** The hosts of the protocol, `<name>.googleapis.com`. */
export type ServiceName = 'identitytoolkit' | 'securetoken' | 'www'

/** Every method of the protocol that is offered, by its HTTP method and its path on its host. */
export const methods = {
  identitytoolkit: {
    'POST /v1/accounts:signUp': signUp,
    'POST /v1/accounts:signInWithPassword': signInWithPassword,
    'POST /v1/accounts:createAuthUri': createAuthUri,
    'POST /v1/accounts:signInWithCustomToken': signInWithCustomToken,
    'POST /v1/accounts:signInWithIdp': signInWithIdp,
    'POST /v1/accounts:lookup': lookup,
    'POST /v1/accounts:update': update,
    'POST /v1/accounts:delete': deleteAccount,
    'POST /v2/accounts:revokeToken': revokeToken,
    'GET /v1/projects': getProjects,
    'GET /v1/recaptchaParams': getRecaptchaParams,
    'GET /v2/recaptchaConfig': getRecaptchaConfig,
    'GET /v2/passwordPolicy': getPasswordPolicy,
    'POST /v1/accounts:sendVerificationCode': refusePhone,
    'POST /v1/accounts:signInWithPhoneNumber': refusePhone,
    'POST /v2/accounts/mfaEnrollment:start': refuseSecondFactor,
    'POST /v2/accounts/mfaEnrollment:finalize': refuseSecondFactor,
    'POST /v2/accounts/mfaEnrollment:withdraw': refuseSecondFactor,
    'POST /v2/accounts/mfaSignIn:start': refuseSecondFactor,
    'POST /v2/accounts/mfaSignIn:finalize': refuseSecondFactor,
    'POST /v1/accounts:sendOobCode': sendOobCode,
    'POST /v1/accounts:resetPassword': resetPassword,
    'POST /v1/accounts:signInWithEmailLink': signInWithEmailLink,
  },
  securetoken: {
    'POST /v1/token': token,
  },
  www: {
    'GET /service_accounts/v1/jwk/securetoken@system.gserviceaccount.com': getPublicKeys,
  },
} satisfies Record<ServiceName, Record<string, Endpoint>>
