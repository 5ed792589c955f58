import type { Endpoint } from './endpoint.ts'
import { deleteAccount } from './endpoints/delete.ts'
import { lookup } from './endpoints/lookup.ts'
import { signUp } from './endpoints/signUp.ts'
import { token } from './endpoints/token.ts'

/** The two hosts of the protocol, `<name>.googleapis.com`. */
export type ServiceName = 'identitytoolkit' | 'securetoken'

/** Every method of the protocol that is offered, by its HTTP method and its path on its host. */
export const methods = {
  identitytoolkit: {
    'POST /v1/accounts:signUp': signUp,
    'POST /v1/accounts:lookup': lookup,
    'POST /v1/accounts:delete': deleteAccount,
  },
  securetoken: {
    'POST /v1/token': token,
  },
} satisfies Record<ServiceName, Record<string, Endpoint>>
