import type { Caller } from '../caller.ts'
import type { IdentityContext } from '../context.ts'

/**
 * `projects`: the hosts whose pages may sign people in, which are those of the shop alone; `localhost` in a preview.
 * (firebase-js-sdk, packages/auth/src/core/util/validate_origin.ts)
 */
export async function getProjects({ projectId }: IdentityContext, _input: unknown, { origin }: Caller) {
  return { projectId, authorizedDomains: [new URL(origin).hostname] }
}
