import { useEffect, useState } from 'react'

import { homePath, signInPath } from '../../src/domain/page-paths.ts'
import { messagesContext } from '../context.ts'
import type { PageHandle } from '../root.tsx'
import { Alert } from '../ui/alert.tsx'
import { takeFocus } from '../ui/keyboard-focus.ts'
import { QuietButton } from '../ui/quiet-button.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { unlistedMeta } from '../unlisted-meta.ts'
import { useMessages } from '../use-messages.ts'
import type { Route } from './+types/account-action'
import { AccountActionController } from './account-action-controller.ts'
import type { ActionLink } from './account-client.ts'
import { ActionForm } from './action-form.tsx'

export const handle: PageHandle = { hydrate: true, needs: ['identity', 'secrecy'] }

export function loader({ context }: Route.LoaderArgs) {
  return { title: context.get(messagesContext).accountAction.title }
}

/** The page works only with the code in its link. */
export const meta = unlistedMeta

interface NextStepProps {
  /** The link was used before, or has expired. */
  readonly isUsed: boolean
  readonly link: ActionLink | undefined
  readonly sendsMail: boolean
}

/** What to do next. After a link for a password, that is signing in. */
function NextStep({ isUsed, link, sendsMail }: NextStepProps) {
  const { toSignIn, next, used } = useMessages().accountAction
  const isForPassword = link?.mode === 'resetPassword'
  return (
    <>
      {isUsed && isForPassword && <p>{sendsMail ? used.forgotten : used.ask}</p>}
      <p className="actions">
        <a className="button" ref={takeFocus} href={isForPassword ? signInPath(link.next) : (link?.next ?? homePath)}>
          {isForPassword ? toSignIn : next}
        </a>
      </p>
    </>
  )
}

/** The page of action links. It uses the link only after a click, because mail programs open links too. */
export default function AccountActionPage({ matches }: Route.ComponentProps) {
  const messages = useMessages()
  const { accountAction } = messages
  const { identity } = matches[0].loaderData.shop
  const [controller] = useState(() => new AccountActionController(identity, messages))
  const { step, link, checked, alert, isSending } = useObservable(controller)
  useEffect(() => void controller.check(), [controller])
  const email = checked?.info.email ?? null
  const hasForm = step === 'ready' || step === 'working'
  const mayResetPassword = checked?.link.mode === 'recoverEmail' && step === 'done' && email !== null
  return (
    <div className="page page-narrow">
      <h2>{checked ? accountAction[checked.link.mode].title : accountAction.title}</h2>
      <p className="quiet" role="status">
        {step === 'checking' && accountAction.loading}
      </p>
      <noscript>
        <p>{accountAction.needsScript}</p>
      </noscript>
      {checked && hasForm && <ActionForm {...{ controller, checked }} />}
      {mayResetPassword && (
        <p>
          {accountAction.recoverEmail.newPassword}{' '}
          <QuietButton aria-disabled={isSending} onClick={() => void controller.sendReset(checked, email)}>
            {accountAction.recoverEmail.sendReset}
          </QuietButton>
        </p>
      )}
      {step === 'check-failed' && (
        <p className="actions">
          <button className="button" type="button" ref={takeFocus} onClick={controller.check}>
            {accountAction.tryAgain}
          </button>
        </p>
      )}
      {(step === 'done' || step === 'invalid' || step === 'used') && (
        <NextStep isUsed={step === 'used'} link={link} sendsMail={identity.sendsMail} />
      )}
      {alert !== undefined && <Alert message={alert} onDismiss={() => controller.update({ alert: undefined })} />}
    </div>
  )
}
