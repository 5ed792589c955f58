import { useState } from 'react'

import type { PublicIdentity } from '../../src/pages/page.ts'
import { errorMessage } from '../api/localized-error.ts'
import { useUser } from '../session/use-user.ts'
import type { SignedInUser } from '../session/use-user.ts'
import { useMessages } from '../use-messages.ts'

/** Who is signed in on this page, their ways out, and what they are told when they have been signed out elsewhere. */
export function useAccount(identity: PublicIdentity) {
  const messages = useMessages()
  const { signIn, signInPage } = messages
  const [isWorking, setIsWorking] = useState(false)
  const [alert, setAlert] = useState<string>()
  const user = useUser(identity, { onEnded: () => setAlert(signIn.ended) })

  const signOutEverywhere = async (whom: SignedInUser) => {
    setAlert(undefined)
    setIsWorking(true)
    try {
      await whom.signOutEverywhere()
      setAlert(signInPage.signedOutEverywhere)
    } catch (error) {
      setAlert(errorMessage(error, messages))
    } finally {
      setIsWorking(false)
    }
  }
  return { user, isWorking, alert, dismissAlert: () => setAlert(undefined), signOutEverywhere }
}
