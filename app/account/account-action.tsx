import { homePath } from '../../src/domain/page-paths.ts'
import { messagesContext } from '../context.ts'
import type { PageHandle } from '../root.tsx'
import { Alert } from '../ui/alert.tsx'
import { useMessages } from '../use-messages.ts'
import type { Route } from './+types/account-action'
import { AccountForm } from './account-form.tsx'
import { useAccountAction } from './use-account-action.ts'

export const handle: PageHandle = { hydrate: true, needs: ['identity'] }

export function loader({ context }: Route.LoaderArgs) {
  return { title: context.get(messagesContext).accountAction.title }
}

/** The page is for whoever holds its link: it names no other address of itself, and no search engine keeps it. */
export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { shop } = matches[0].loaderData
  return [{ title: `${loaderData.title} · ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

/** What had the focus is gone. */
function focus(element: HTMLElement | null): void {
  element?.focus()
}

/** Where the links in letters lead to. What one does, it does only when it is told to: mail programs open links too. */
export default function AccountActionPage({ matches }: Route.ComponentProps) {
  const { accountAction } = useMessages()
  const { step, opened, alert, error, dismissAlert, lookAgain, act, sendReset } = useAccountAction(
    matches[0].loaderData.shop.identity,
  )
  const email = opened?.facts.email ?? null
  const isAsking = step === 'asking' || step === 'working'
  const mayBeKnown = opened?.link.mode === 'recoverEmail' && step === 'done' && email !== null
  return (
    <div className="page page-narrow">
      <h2>{opened ? accountAction[opened.link.mode].title : accountAction.title}</h2>
      <p className="quiet" role="status">
        {step === 'looking' && accountAction.loading}
      </p>
      <noscript>
        <p>{accountAction.needsScript}</p>
      </noscript>
      {opened && isAsking && (
        <AccountForm
          mode={opened.link.mode}
          email={email}
          needs={opened.facts.needs}
          error={error}
          isWorking={step === 'working'}
          onSubmit={(typed) => void act(opened, typed)}
        />
      )}
      {mayBeKnown && (
        <p>
          {accountAction.recoverEmail.newPassword}{' '}
          <button className="button button-quiet" type="button" onClick={() => void sendReset(opened, email)}>
            {accountAction.recoverEmail.sendReset}
          </button>
        </p>
      )}
      {step === 'unread' && (
        <p className="actions">
          <button className="button" type="button" ref={focus} onClick={lookAgain}>
            {accountAction.tryAgain}
          </button>
        </p>
      )}
      {(step === 'done' || step === 'over') && (
        <p className="actions">
          <a className="button" ref={focus} href={opened?.link.next ?? homePath}>
            {accountAction.next}
          </a>
        </p>
      )}
      {alert !== undefined && <Alert words={alert} onDismiss={dismissAlert} />}
    </div>
  )
}
