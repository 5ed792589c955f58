import { useEffect, useState } from 'react'

import { managePath, shopSettingsPath } from '../../src/domain/page-paths.ts'
import { fill } from '../../src/domain/template.ts'
import type { BrowserMessages } from '../../src/messages/english-browser.ts'
import { messagesContext } from '../context.ts'
import type { PageHandle } from '../root.tsx'
import { describeSigningIn, useSession } from '../session/use-session.ts'
import { NarrowPage, SignInLink } from '../ui/narrow-page.tsx'
import { UnlistedHead } from '../ui/unlisted-head.tsx'
import { useObservable } from '../ui/use-observable.ts'
import { useMessages } from '../use-messages.ts'
import type { Route } from './+types/settings'
import { SettingsController, type SettingsState } from './settings-controller.ts'
import { SettingsForm } from './settings-form.tsx'
import { Words } from './words/words.tsx'

export const handle: PageHandle = { hydrate: true, needs: ['identity', 'picked-photos'] }

export function loader({ context }: Route.LoaderArgs) {
  const { home, settingsPage, site } = context.get(messagesContext)
  const { eyebrow, headline, sub } = home
  const { description } = site
  return { ownTexts: { eyebrow, headline, sub }, description, texts: settingsPage }
}

/** For owners only. */
export default function SettingsPage({ loaderData, matches }: Route.ComponentProps) {
  const messages = useMessages()
  const { manage, shopSettings } = messages
  const { shop } = matches[0].loaderData
  const { session, uid, problem } = useSession(shop.identity)
  const [controller] = useState(() => new SettingsController(messages, shop))
  const state = useObservable(controller)
  useEffect(() => {
    if (session) void controller.load(session)
  }, [controller, session, uid])
  const signingIn = session ? undefined : describeSigningIn(messages, problem)
  return (
    <NarrowPage
      title={shopSettings.title}
      status={signingIn ?? describeStatus(state, messages)}
      needsScript={shopSettings.needsScript}
    >
      <UnlistedHead title={shopSettings.title} />
      {(state.isOwner === false || problem) && (
        <SignInLink next={shopSettingsPath} isKept={state.isKept} label={manage.signIn} />
      )}
      {state.isOwner && (
        <p>
          <a className="plain-link" href={managePath}>
            {shopSettings.toPieces}
          </a>
        </p>
      )}
      {state.loadError !== undefined && (
        <p className="actions">
          <button className="button" type="button" onClick={controller.loadAgain}>
            {messages.site.tryAgain}
          </button>
        </p>
      )}
      {state.values && state.isOwner && <SettingsForm controller={controller} shop={shop} {...loaderData} />}
      {session && state.values && state.isOwner && <Words session={session} />}
    </NarrowPage>
  )
}

/** What the page waits for, or why it cannot show the settings. */
function describeStatus(
  { isKept, isOwner, loadError, values }: SettingsState,
  { manage, shopSettings: texts }: BrowserMessages,
): string {
  if (loadError !== undefined) return fill(texts.notLoaded, { message: loadError })
  if (isOwner === false) return isKept ? manage.ownersOnly : `${manage.ownersOnly} ${texts.notKept}`
  return values ? '' : texts.loading
}
