import { refresh } from '../fixtures/api.ts'
import { sessionsEnd } from '../fixtures/sessions-end.ts'
import { startShop } from '../fixtures/shop-process.ts'

sessionsEnd('embedded', async () => {
  const shop = await startShop()
  return {
    process: shop,
    identityUrl: shop.url,
    async hasEnded({ refreshToken }) {
      const answer = await refresh(shop.url, refreshToken)
      return answer.status === 400 && (await answer.text()).includes('TOKEN_EXPIRED')
    },
    [Symbol.asyncDispose]: async () => void (await shop.stop()),
  }
})
