import { useState, useSyncExternalStore } from 'react'

import { managePath } from '../../src/domain/page-paths.ts'
import { CredentialsForm } from '../account/credentials-form.tsx'
import type { Credentials } from '../account/sign-in-controller.ts'
import { servicesContext } from '../context.ts'
import type { PageHandle } from '../root.tsx'
import { Alert } from '../ui/alert.tsx'
import { NarrowPage, SignInLink } from '../ui/narrow-page.tsx'
import { UnlistedHead } from '../ui/unlisted-head.tsx'
import { useMessages } from '../use-messages.ts'
import type { Route } from './+types/claim'
import { claimShop, type ClaimAnswer } from './claim-shop.ts'

export const handle: PageHandle = { hydrate: true, needs: ['identity', 'secrecy'] }

/** While the storage does not answer, the page has the form: the claim itself is refused then. */
export async function loader({ context }: Route.LoaderArgs) {
  const isClaimed = await context
    .get(servicesContext)
    .isClaimed()
    .catch(() => false)
  return { isClaimed }
}

export default function ClaimPage({ loaderData, matches }: Route.ComponentProps) {
  const messages = useMessages()
  const { claimPage } = messages
  const { identity } = matches[0].loaderData.shop
  const [isWorking, setIsWorking] = useState(false)
  const [answer, setAnswer] = useState<ClaimAnswer>({ errors: {} })
  const { alert, errors } = answer
  const code = useCode()
  const isClaimed = loaderData.isClaimed || answer.isClaimed === true
  const about = code === '' ? claimPage.incomplete : claimPage.about
  const claim = async (credentials: Credentials) => {
    setIsWorking(true)
    setAnswer({ errors: {} })
    const found = await claimShop({ code: code ?? '', ...credentials }, identity, messages)
    if (!found) return // The browser leaves the page.
    setAnswer(found)
    setIsWorking(false)
  }
  return (
    <NarrowPage
      title={claimPage.title}
      status={isClaimed ? claimPage.already : about}
      needsScript={isClaimed ? claimPage.already : claimPage.needsScript}
    >
      {/* The page works only with the code in its link. */}
      <UnlistedHead title={claimPage.title} />
      {isClaimed && <SignInLink next={managePath} isKept label={claimPage.signIn} />}
      {!isClaimed && code !== '' && (
        <CredentialsForm
          errors={errors}
          isWorking={isWorking}
          autoComplete="new-password"
          passwordHint={messages.accountAction.policy.owner}
          action={{ label: claimPage.action, run: (credentials) => void claim(credentials) }}
        />
      )}
      {alert !== undefined && <Alert message={alert} onDismiss={() => setAnswer({ ...answer, alert: undefined })} />}
    </NarrowPage>
  )
}

/** The code in the fragment of the page's link, which no server sees; `undefined` before hydration. */
function useCode(): string | undefined {
  return useSyncExternalStore(
    watchFragment,
    () => location.hash.slice(1),
    () => undefined,
  )
}

function watchFragment(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}
