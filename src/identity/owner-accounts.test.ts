import { serveIdentity } from '../http/identity/test-support-identity.ts'
import { claimingContract } from '../owners/claiming.contract.ts'

claimingContract('embedded service', async () => {
  const ends: (() => Promise<void>)[] = []
  const service = await serveIdentity({ after: (end) => void ends.push(end) }, { isThrottled: false })
  const { claiming, owners } = service.identity()
  return {
    claiming,
    owners,
    call: (method, fields) => service.callToolkit(`/v1/accounts:${method}`, fields),
    async dispose() {
      for (const end of ends) await end()
    },
  }
})
