import { signInPage } from '../../src/domain/messages.ts'
import type { PublicProvider } from '../../src/http/page.ts'
import { useHydrated } from '../browser/use-hydrated.ts'

interface ProviderButtonsProps {
  providers: readonly PublicProvider[]
  isWorking: boolean
  onContinue: (providerId: string) => void
}

/** Other ways to sign in, where there are any. */
export function ProviderButtons({ providers, isWorking, onContinue }: ProviderButtonsProps) {
  const isHydrated = useHydrated()
  if (providers.length === 0) return null
  return (
    <ul className="providers">
      {providers.map(({ id, label }) => (
        <li key={id}>
          <button
            className="button button-quiet"
            type="button"
            disabled={isWorking || !isHydrated}
            onClick={() => onContinue(id)}
          >
            {signInPage.continueWith(label)}
          </button>
        </li>
      ))}
    </ul>
  )
}
