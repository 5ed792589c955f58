/** The elements that have moved since the page was first painted. */
export const readLayoutShifts = `new Promise((resolve) => {
  const moved = []
  const observer = new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) moved.push(...sources.map(({ node }) => node?.outerHTML))
  })
  observer.observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(moved)))
})`
