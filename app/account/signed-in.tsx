import { managePath } from '../../src/domain/page-paths.ts'
import type { PublicIdentity } from '../../src/pages/page.ts'
import { Alert } from '../ui/alert.tsx'
import { useMessages } from '../use-messages.ts'
import { useAccount } from './use-account.ts'

/** Who is signed in, and the ways out. On pages that come to life alone: the others are the same for everybody. */
export function SignedIn({ identity }: { identity: PublicIdentity }) {
  const { manage, signInPage } = useMessages()
  const { user, isWorking, alert, dismissAlert, signOutEverywhere } = useAccount(identity)
  return (
    <>
      {user && (
        <p className="signed-in">
          <span>{signInPage.signedInAs(user.email ?? '')}</span>
          <a className="back" href={managePath}>
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
      {alert !== undefined && <Alert words={alert} onDismiss={dismissAlert} />}
    </>
  )
}
