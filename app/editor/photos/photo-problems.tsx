import { errorMessage } from '../../api/localized-error.ts'
import { useMessages } from '../../use-messages.ts'

/** Why picked files were refused. */
export function PhotoProblems({ problems }: { readonly problems: readonly Error[] }) {
  const messages = useMessages()
  if (problems.length === 0) return null
  const texts = problems.map((problem) => errorMessage(problem, messages))
  return (
    <div className="field-error" role="alert">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
