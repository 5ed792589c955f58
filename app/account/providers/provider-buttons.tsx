import { fill } from '../../../src/domain/template.ts'
import type { PublicProvider } from '../../../src/pages/page.ts'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { useMessages } from '../../use-messages.ts'

interface ProviderButtonsProps {
  providers: readonly PublicProvider[]
  /** Whether a tap can open a popup at once. */
  isReady: boolean
  onContinue: (providerId: string) => void
}

/** Buttons to sign in with another provider, if the shop has any. */
export function ProviderButtons({ providers, isReady, onContinue }: ProviderButtonsProps) {
  const { signInPage } = useMessages()
  if (providers.length === 0) return null
  return (
    <ul className="providers">
      {providers.map(({ id, label }) => (
        <li key={id}>
          <QuietButton disabled={!isReady} onClick={() => onContinue(id)}>
            {fill(signInPage.continueWith, { provider: label })}
          </QuietButton>
        </li>
      ))}
    </ul>
  )
}
