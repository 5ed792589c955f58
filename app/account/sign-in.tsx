import { useEffect, useState } from 'react'

import { signInAgainParam } from '../../src/domain/page-paths.ts'
import { fill } from '../../src/domain/template.ts'
import type { PublicProvider } from '../../src/pages/page.ts'
import type { PageHandle } from '../root.tsx'
import { useUser } from '../session/use-session.ts'
import { Alert } from '../ui/alert.tsx'
import { NarrowPage } from '../ui/narrow-page.tsx'
import { QuietButton } from '../ui/quiet-button.tsx'
import { UnlistedHead } from '../ui/unlisted-head.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import type { Route } from './+types/sign-in'
import { CredentialsForm } from './credentials-form.tsx'
import { nextPath, SignInController } from './sign-in-controller.ts'

export const handle: PageHandle = { hydrate: true, needs: ['identity', 'popup'] }

export default function SignInPage({ matches }: Route.ComponentProps) {
  const messages = useMessages()
  const { signInPage } = messages
  const { identity } = matches[0].loaderData.shop
  const user = useUser(identity)
  const [controller] = useState(() => new SignInController(identity, messages))
  const { isWorking, isPrepared, alert, errors } = useObservable(controller)
  useEffect(() => controller.start(), [controller])
  // A user is known after hydration alone.
  const isAgain = user !== undefined && new URLSearchParams(location.search).has(signInAgainParam)
  const signedInStatus = isAgain ? signInPage.again : signInPage.already
  return (
    <NarrowPage
      title={signInPage.title}
      status={user === undefined ? signInPage.about : signedInStatus}
      needsScript={signInPage.needsScript}
    >
      {/* Only owners need the page. */}
      <UnlistedHead title={signInPage.title} />
      {user === undefined || isAgain || isWorking ? (
        <>
          <CredentialsForm
            errors={errors}
            isWorking={isWorking}
            autoComplete="current-password"
            action={{ label: signInPage.action, run: (credentials) => void controller.signIn(credentials) }}
            otherAction={
              identity.sendsMail && {
                label: signInPage.forgotten,
                run: (credentials) => void controller.sendReset(credentials),
              }
            }
          >
            {!identity.sendsMail && <p className="quiet">{signInPage.forgottenWithoutMail}</p>}
          </CredentialsForm>
          <ProviderButtons
            providers={identity.providers}
            isReady={isPrepared && !isWorking}
            onContinue={(providerId) => void controller.continueWith(providerId)}
          />
        </>
      ) : (
        <p className="actions">
          <a className="button" href={nextPath()}>
            {signInPage.next}
          </a>
          <QuietButton onClick={() => void user.signOut()}>{signInPage.another}</QuietButton>
        </p>
      )}
      {alert !== undefined && <Alert message={alert} onDismiss={() => controller.update({ alert: undefined })} />}
    </NarrowPage>
  )
}

interface ProviderButtonsProps {
  readonly providers: readonly PublicProvider[]
  /** Whether a tap can open a popup at once. */
  readonly isReady: boolean
  readonly onContinue: (providerId: string) => void
}

/** Buttons to sign in with another provider, if the shop has any. */
function ProviderButtons({ providers, isReady, onContinue }: ProviderButtonsProps) {
  const { signInPage } = useMessages()
  if (providers.length === 0) return null
  return (
    <ul className="providers">
      {providers.map(({ id, label }) => (
        <li key={id}>
          <QuietButton disabled={!isReady} onClick={() => onContinue(id)}>
            {fill(signInPage.continueWith, { provider: label })}
          </QuietButton>
        </li>
      ))}
    </ul>
  )
}
