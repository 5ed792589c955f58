import { useEffect, type ReactNode } from 'react'
import { Meta, Outlet, Scripts, useMatches, useRouteLoaderData } from 'react-router'

import { dayOf } from '../src/domain/day.ts'
import { noticeParts } from '../src/domain/notice.ts'
import type { Route } from './+types/root'
import { SignedIn } from './account/signed-in.tsx'
import { messagesContext, servicesContext } from './context.ts'
import { InlineEarlyScript, InlineScripts, InlineStyles } from './document/inline-content.tsx'
import { useShop, type RootData } from './shop.ts'
import { PageHeader } from './ui/header/page-header.tsx'
import { PageFooter } from './ui/page-footer.tsx'
import { PageMessage } from './ui/page-message.tsx'
import { SkipLink } from './ui/skip-link.tsx'
import { useForeignLanguage, useMessages } from './use-messages.ts'

/**
 * Extra permissions of a page in its content security policy: to call the identity service, to open Firebase's sign-in
 * window, to show photos picked in the browser. `secrecy`: its URL has a secret, so it is neither cached nor named to others.
 */
export type PageNeed = 'identity' | 'popup' | 'picked-photos' | 'secrecy'

/** The `handle` export of a route. `hydrate`: the page runs as a React app in the browser. */
export interface PageHandle {
  readonly hydrate: boolean
  readonly needs?: readonly PageNeed[]
  /** Whether its content has a heading of the first level: then the shop's name is one of the second. */
  readonly hasHeading?: boolean
  /** What precedes the page's content and is not part of it, such as the way to it. */
  readonly before?: ReactNode
  /** The beginning of the page's content, if it fills the first screen: painted before the rest is read. */
  readonly top?: ReactNode
  /** What follows the page's content and is not part of it, such as other items. */
  readonly after?: ReactNode
}

export function loader({ context }: Route.LoaderArgs): RootData {
  const { site, notice: texts } = context.get(messagesContext)
  const shop = context.get(servicesContext).shop()
  const parts = noticeParts(shop, texts, site.language)
  return {
    shop,
    language: site.language,
    year: Number(dayOf(new Date()).slice(0, 4)),
    description: site.description,
    notice: parts && { label: texts.label, parts },
  }
}

export function shouldRevalidate(): boolean {
  return false
}

export function Layout({ children }: { children: ReactNode }) {
  const { site, live } = useMessages()
  const isPreview = useShop()?.isPreview ?? false
  const isHydrated = usePageHandle()?.hydrate === true
  return (
    // The early script adds an attribute.
    <html lang={site.language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#faf5ec" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1b1713" media="(prefers-color-scheme: dark)" />
        <Meta />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <InlineStyles />
      </head>
      {/* For the visitor script. */}
      <body
        data-dismiss={site.dismiss}
        data-broken={site.brokenPicture}
        data-offline={site.offlinePicture}
        {...(isPreview
          ? { 'data-connected': live.connected, 'data-disconnected': live.disconnected }
          : { 'data-connection-lost': live.connectionLost })}
      >
        {children}
        {isHydrated ? <Scripts /> : <InlineScripts />}
        {import.meta.env.DEV && !isHydrated && <script type="module" src="/app/visitor/dev-reload.ts" />}
      </body>
    </html>
  )
}

export default function Shop({ loaderData }: Route.ComponentProps) {
  return (
    <PageFrame {...loaderData} {...usePageHandle()} footer={<SignedIn identity={loaderData.shop.identity} />}>
      <Outlet />
    </PageFrame>
  )
}

interface PageFrameProps extends RootData, Partial<PageHandle> {
  readonly children: ReactNode
  readonly footer?: ReactNode
}

/** Header and footer, around the content of a page. */
function PageFrame({ shop, year, notice, children, before, top, after, footer, hasHeading = false }: PageFrameProps) {
  usePreviewBanner(shop.isPreview)
  return (
    <>
      <SkipLink />
      {notice !== undefined && (
        <aside className="shop-notice" aria-label={notice.label}>
          <NoticeLine parts={notice.parts} />
        </aside>
      )}
      <PageHeader shop={shop} level={hasHeading ? 2 : 1} />
      {before}
      <main id="main">
        {top}
        <InlineEarlyScript />
        {children}
      </main>
      {after}
      <PageFooter shop={shop} year={year}>
        {footer}
      </PageFooter>
    </>
  )
}

/** In one text, unless the owner's words are in another language than the page. */
function NoticeLine({ parts }: { readonly parts: readonly string[] }) {
  const foreign = useForeignLanguage()
  if (parts.every((part) => foreign(part) === undefined)) return parts.join(' ')
  return parts.map((part, index) => (
    <span key={part} lang={foreign(part)}>
      {index > 0 && ' '}
      {part}
    </span>
  ))
}

/** The `handle` of the page; `undefined` on the page of an error. */
function usePageHandle(): PageHandle | undefined {
  return useMatches()
    .map(({ handle }) => handle as PageHandle | undefined)
    .find((handle) => handle !== undefined)
}

/** On hydrated pages only: on the others, the visitor script shows the banner. */
function usePreviewBanner(isPreview: boolean): void {
  useEffect(() => {
    if (isPreview) void import('./visitor/show-preview-banner.ts')
  }, [isPreview])
}

/** For errors that no page handles. Without `SignedIn`, which may have failed. */
export function ErrorBoundary() {
  const { problems, site } = useMessages()
  const root = useRouteLoaderData<typeof loader>('root')
  const failure = (
    <div className="page">
      <title>{root?.shop.name ?? site.name}</title>
      <PageMessage message={problems.pageFailed} isFailure />
    </div>
  )
  return root ? (
    <PageFrame {...root} hasHeading>
      {failure}
    </PageFrame>
  ) : (
    <main id="main">{failure}</main>
  )
}
