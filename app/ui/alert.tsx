import { site } from '../../src/domain/messages.ts'

/** Words that must not be missed: over the page, read out at once, there until dismissed. */
export function Alert({ words, onDismiss }: { words: string; onDismiss: () => void }) {
  return (
    <div className="alert" role="alert">
      <p>{words}</p>
      <button type="button" aria-label={site.dismiss} onClick={onDismiss}>
        ×
      </button>
    </div>
  )
}
