import { createContext, use } from 'react'

/** The inline elements of a page. */
export interface InlineContent {
  /** The style sheet. */
  readonly styles: string
  /** Runs before the page is first painted, once the first screen has been read. */
  readonly earlyScript: string
  /** The scripts of a page that does not hydrate. */
  readonly scripts: readonly { readonly type: string; readonly code: string }[]
  /** The nonce of the elements, unless the content security policy has their hashes. */
  readonly nonce?: string | undefined
  /**
   * The address of `entry.client.tsx`. The page of an item loads it to check the link to an item that was just saved. Missing in
   * development: the module needs Vite's client then, which visitor pages do not have.
   */
  readonly app?: string | undefined
  /** The address of the script that enlarges photos. */
  readonly lightbox?: string
}

/** Empty in the browser: hydration keeps the server's elements. */
export const InlineContentContext = createContext<InlineContent>({ styles: '', earlyScript: '', scripts: [] })

export function InlineStyles() {
  const { styles, nonce } = use(InlineContentContext)
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles }} suppressHydrationWarning />
}

/**
 * Stands where the first screen ends: browsers paint before they read on after a script. In the head, it would cost a frame
 * without content.
 */
export function InlineEarlyScript() {
  const { earlyScript, nonce } = use(InlineContentContext)
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: earlyScript }} suppressHydrationWarning />
}

export function InlineScripts() {
  const { scripts, nonce } = use(InlineContentContext)
  return scripts.map(({ type, code }) => (
    <script key={type} type={type} nonce={nonce} dangerouslySetInnerHTML={{ __html: code }} />
  ))
}
