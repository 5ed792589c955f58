import { messagesContext } from '../context.ts'
import type { PageHandle } from '../root.tsx'
import { useUser } from '../session/use-user.ts'
import { Alert } from '../ui/alert.tsx'
import { NarrowPage } from '../ui/narrow-page.tsx'
import { useMessages } from '../use-messages.ts'
import type { Route } from './+types/sign-in'
import { ProviderButtons } from './providers/provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSignIn, whereTo } from './use-sign-in.ts'

export const handle: PageHandle = { hydrate: true, needs: ['identity', 'popup'] }

export function loader({ context }: Route.LoaderArgs) {
  return { title: context.get(messagesContext).signInPage.title }
}

/** Nothing for search engines: it is for the few who have an account. */
export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { shop } = matches[0].loaderData
  return [{ title: `${loaderData.title} · ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function SignInPage({ matches }: Route.ComponentProps) {
  const { signInPage } = useMessages()
  const { identity } = matches[0].loaderData.shop
  const user = useUser(identity)
  const { isWorking, isPrepared, alert, errors, dismissAlert, signIn, sendReset, continueWith } = useSignIn(identity)

  return (
    <NarrowPage
      title={signInPage.title}
      status={user === undefined ? signInPage.about : signInPage.already}
      needsScript={signInPage.needsScript}
    >
      {user === undefined || isWorking ? (
        <>
          <SignInForm
            errors={errors}
            isWorking={isWorking}
            onSignIn={(typed) => void signIn(typed)}
            onForgotten={(typed) => void sendReset(typed)}
          />
          <ProviderButtons
            providers={identity.providers}
            isReady={isPrepared && !isWorking}
            onContinue={(providerId) => void continueWith(providerId)}
          />
        </>
      ) : (
        <p className="actions">
          <a className="button" href={whereTo()}>
            {signInPage.next}
          </a>
          <button className="button button-quiet" type="button" onClick={() => void user.signOut()}>
            {signInPage.another}
          </button>
        </p>
      )}
      {alert !== undefined && <Alert words={alert} onDismiss={dismissAlert} />}
    </NarrowPage>
  )
}
