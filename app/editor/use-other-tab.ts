import { useEffect, useState } from 'react'

/** What tabs tell each other about a draft. */
type TabMessage = 'opened' | 'open' | 'closed'

/**
 * Whether another tab had this draft open before this one. Tabs share a draft: each would overwrite what was typed in the
 * other.
 *
 * @param draftKey the draft's key in the browser's storage.
 * @param onReturn called when the back/forward cache brings the page back.
 */
export function useOtherTab(draftKey: string, onReturn: () => void): boolean {
  const [isOpenElsewhere, setIsOpenElsewhere] = useState(false)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    // A page in the back/forward cache takes no part.
    let channel: BroadcastChannel | undefined
    const tell = (message: TabMessage) => {
      channel?.postMessage(message) // oxlint-disable-line unicorn/require-post-message-target-origin -- That is for windows.
    }
    const enter = () => {
      channel = openChannel(`stockinette ${draftKey}`)
      if (!channel) return
      let isLater = false
      channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
        if (data === 'opened') return tell('open')
        if (data === 'closed' && isLater) tell('opened') // A third tab may be open.
        isLater = data === 'open'
        setIsOpenElsewhere(isLater)
      }
      tell('opened')
    }
    const leave = () => {
      tell('closed')
      channel?.close()
      channel = undefined
    }
    enter()
    addEventListener('pagehide', leave, { signal })
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      enter()
      onReturn()
    }
    addEventListener('pageshow', comeBack, { signal })
    return () => {
      controller.abort()
      leave()
    }
  }, [draftKey, onReturn])
  return isOpenElsewhere
}

/** `undefined` where the browser's storage is blocked: some browsers refuse channels then, and no tab has a draft. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
