import { useState } from 'react'

import { managePath } from '../../src/domain/page-paths.ts'
import { fill } from '../../src/domain/template.ts'
import type { PublicIdentity } from '../../src/pages/page.ts'
import { errorMessage } from '../api/localized-error.ts'
import { useUser, type SignedInUser } from '../session/use-session.ts'
import { Alert } from '../ui/alert.tsx'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useMessages } from '../use-messages.ts'

/**
 * The signed-in user, and the sign-out buttons. Shows an alert when the session was ended elsewhere. Only on hydrated pages:
 * cached pages are the same for everyone.
 */
export function SignedIn({ identity }: { identity: PublicIdentity }) {
  const messages = useMessages()
  const { manage, signIn, signInPage } = messages
  const [isWorking, setIsWorking] = useState(false)
  const [alert, setAlert] = useState<string>()
  const user = useUser(identity, () => setAlert(signIn.ended))
  const signOutEverywhere = async (signedIn: SignedInUser) => {
    setAlert(undefined)
    setIsWorking(true)
    try {
      await signedIn.signOutEverywhere()
      setAlert(signInPage.signedOutEverywhere)
    } catch (error) {
      setAlert(errorMessage(error, messages))
    }
    setIsWorking(false)
  }
  return (
    <>
      {user && (
        <p className="signed-in">
          <span>{fill(signInPage.signedInAs, { email: user.email ?? '' })}</span>
          <a className="plain-link" href={managePath}>
            {manage.title}
          </a>
          <QuietButton onClick={() => void user.signOut()}>{signInPage.signOut}</QuietButton>
          <QuietButton disabled={isWorking} onClick={() => void signOutEverywhere(user)}>
            {signInPage.signOutEverywhere}
          </QuietButton>
        </p>
      )}
      {alert !== undefined && <Alert message={alert} onDismiss={() => setAlert(undefined)} />}
    </>
  )
}
