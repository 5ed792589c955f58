import { claimingContract } from '../../../../src/owners/claiming.contract.ts'
import { serveIdentity } from '../../test/test-support-identity.ts'

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
