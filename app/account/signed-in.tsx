import { managePath } from '../../src/domain/page-paths.ts'
import type { PublicIdentity } from '../../src/pages/page.ts'
import { Alert } from '../ui/alert.tsx'
import { useMessages } from '../use-messages.ts'
import { useAccount } from './use-account.ts'

/** The signed-in user, and the sign-out buttons. Only on hydrated pages: cached pages are the same for everyone. */
export function SignedIn({ identity }: { identity: PublicIdentity }) {
  const { manage, signInPage } = useMessages()
  const { user, isWorking, alert, dismissAlert, signOutEverywhere } = useAccount(identity)
  return (
    <>
      {user && (
        <p className="signed-in">
          <span>{signInPage.signedInAs(user.email ?? '')}</span>
          <a className="plain-link" href={managePath}>
            {manage.title}
          </a>
          <button className="button button-quiet" type="button" onClick={() => void user.signOut()}>
            {signInPage.signOut}
          </button>
          <button
            className="button button-quiet"
            type="button"
            disabled={isWorking}
            onClick={() => void signOutEverywhere(user)}
          >
            {signInPage.signOutEverywhere}
          </button>
        </p>
      )}
      {alert !== undefined && <Alert message={alert} onDismiss={dismissAlert} />}
    </>
  )
}
