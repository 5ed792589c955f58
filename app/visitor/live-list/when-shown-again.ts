/** Runs `run` when the visitor returns to the page: to its tab, or from another page, which may show an old copy of it. */
export function whenShownAgain(run: () => void): void {
  addEventListener('pageshow', ({ persisted }) => persisted && run())
  document.addEventListener('visibilitychange', () => document.hidden || run())
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'back_forward') run()
}
