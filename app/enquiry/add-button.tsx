import { isReachable } from '../../src/domain/enquiry-channels.ts'
import { useShop } from '../shop.ts'
import { useServerMessages } from '../use-messages.ts'

/**
 * Adds the item of the link before it to the visitor's enquiry, and removes it again. Nothing where nobody can be asked. Cards and
 * parts of pages are replaced as the server sends them, so which of the two is shown is a style rule
 * (`app/visitor/enquiry/enquiry-buttons.ts`).
 */
export function AddButton({ hasWords = false }: { readonly hasWords?: boolean }) {
  const shop = useShop()
  const { enquiryList } = useServerMessages()
  const { add, remove } = enquiryList
  if (shop === undefined || !isReachable(shop)) return null
  return (
    <button className="add">
      {hasWords ? <span>{add}</span> : <Icon label={add} icon="+" />}
      {hasWords ? <span>{remove}</span> : <Icon label={remove} icon="✓" />}
    </button>
  )
}

function Icon({ label, icon }: { readonly label: string; readonly icon: string }) {
  return (
    <span role="img" aria-label={label}>
      {icon}
    </span>
  )
}
