import { useEffect, useRef, useState, type FormEvent } from 'react'

import { homePath, signInPath } from '../../src/domain/page-paths.ts'
import { fill } from '../../src/domain/template.ts'
import type { PageHandle } from '../root.tsx'
import { Alert } from '../ui/alert.tsx'
import { Field } from '../ui/field.tsx'
import { takeFocus } from '../ui/keyboard-focus.ts'
import { QuietButton } from '../ui/quiet-button.tsx'
import { UnlistedHead } from '../ui/unlisted-head.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import type { Route } from './+types/account-action'
import { AccountActionController, type CheckedLink } from './account-action-controller.ts'
import type { ActionLink } from './account-client.ts'
import { PasswordField } from './password-field.tsx'

export const handle: PageHandle = { hydrate: true, needs: ['identity', 'secrecy'] }

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
  // Used once the page had checked it: perhaps by this page, which did not get the answer.
  const isCarriedOut = step === 'done' || step === 'used'
  const mayResetPassword = checked?.link.mode === 'recoverEmail' && isCarriedOut && email !== null
  return (
    <div className="page page-narrow">
      {/* The page works only with the code in its link. */}
      <UnlistedHead title={accountAction.title} />
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
            {messages.site.tryAgain}
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

interface ActionFormProps {
  readonly controller: AccountActionController
  readonly checked: CheckedLink
}

/** What an action link asks for: a password, an e-mail address, or a confirmation. */
function ActionForm({ controller, checked }: ActionFormProps) {
  const { mode, accountCreatedAt } = checked.link
  const { email, passwordRules } = checked.info
  const { error, step } = useObservable(controller)
  const isWorking = step === 'working'
  const { accountAction, site } = useMessages()
  const texts = accountAction[mode]
  const { labels } = accountAction
  // Of an account that may be a stranger's.
  const disowned = 'notMe' in texts ? texts : undefined
  const madeOn = accountCreatedAt?.toLocaleDateString(site.dateLocale, { dateStyle: 'long' })
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
  }, [error])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isWorking) return
    const input = new FormData(event.currentTarget).get('typed')
    void controller.apply(checked, typeof input === 'string' ? input : '')
  }
  return (
    <form ref={form} className="form" noValidate onSubmit={submit}>
      <p>
        {fill(texts.about, { email: email ?? '' })}
        {/* So that the user can tell whether they made it themselves. */}
        {disowned && madeOn && ` ${fill(disowned.madeOn, { date: madeOn })}`}
      </p>
      {mode === 'resetPassword' && (
        // For password managers.
        <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      )}
      {mode === 'resetPassword' && (
        <PasswordField
          name="typed"
          label={labels.password}
          autoComplete="new-password"
          hint={passwordRules}
          error={error}
        />
      )}
      {mode === 'signIn' && (
        <Field name="typed" label={labels.email} type="email" autoComplete="email" error={error} required />
      )}
      <p className="actions">
        {/* A disabled button would lose the focus. */}
        <button className="button" type="submit" aria-disabled={isWorking}>
          {isWorking ? accountAction.working : texts.action}
        </button>
        {disowned && !isWorking && (
          <QuietButton onClick={() => controller.disown(disowned.notConfirmed)}>{disowned.notMe}</QuietButton>
        )}
      </p>
    </form>
  )
}
