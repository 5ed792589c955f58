import { manage, signInPage } from '../../src/domain/messages.ts'
import type { PublicIdentity } from '../../src/http/page.ts'
import { useUser } from '../browser/use-user.ts'

/** Who is signed in, and the way out. On pages that come to life alone: the others are the same for everybody. */
export function SignedIn({ identity }: { identity: PublicIdentity }) {
  const user = useUser(identity)
  if (user === undefined) return null
  return (
    <p className="signed-in">
      <span>{signInPage.signedInAs(user.email ?? '')}</span>
      <a className="back" href="/manage">
        {manage.title}
      </a>
      <button className="button button-quiet" type="button" onClick={() => void user.signOut()}>
        {signInPage.signOut}
      </button>
    </p>
  )
}
