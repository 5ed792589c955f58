import { useState } from 'react'

import type { PublicIdentity } from '../../src/pages/page.ts'
import { errorMessage } from '../api/localized-error.ts'
import { useUser, type SignedInUser } from '../session/use-user.ts'
import { useMessages } from '../use-messages.ts'

/** The signed-in user and signing out. Shows an alert when the session was ended elsewhere. */
export function useAccount(identity: PublicIdentity) {
  const messages = useMessages()
  const { signIn, signInPage } = messages
  const [isWorking, setIsWorking] = useState(false)
  const [alert, setAlert] = useState<string>()
  const user = useUser(identity, { onEnded: () => setAlert(signIn.ended) })

  const signOutEverywhere = async (signedIn: SignedInUser) => {
    setAlert(undefined)
    setIsWorking(true)
    try {
      await signedIn.signOutEverywhere()
      setAlert(signInPage.signedOutEverywhere)
    } catch (error) {
      setAlert(errorMessage(error, messages))
    } finally {
      setIsWorking(false)
    }
  }
  return { user, isWorking, alert, dismissAlert: () => setAlert(undefined), signOutEverywhere }
}
