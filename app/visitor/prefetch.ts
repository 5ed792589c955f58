import { itemPath } from '../../src/domain/page-paths.ts'

/** Prefetches an item's page when a pointer or a finger touches its link. Browsers with speculation rules do more. */
export function prefetchOnIntent(): void {
  if (HTMLScriptElement.supports?.('speculationrules')) return
  const prefetched = new Set<string>()
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>(`a[href^="/"][href*="${itemPath('')}"]`)
    if (!link || prefetched.has(link.pathname)) return
    prefetched.add(link.pathname)
    const hint = document.createElement('link')
    hint.rel = 'prefetch'
    hint.href = link.pathname
    document.head.append(hint)
  }
  addEventListener('pointerover', prefetch, { passive: true })
  addEventListener('touchstart', prefetch, { passive: true })
}
