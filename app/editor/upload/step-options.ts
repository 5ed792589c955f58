/** How a step of an upload learns that its photo was removed, and reports that it waits for a connection. */
export interface StepOptions {
  readonly signal: AbortSignal
  readonly onWaiting: () => void
}
