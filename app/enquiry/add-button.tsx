import { useServerMessages } from '../use-messages.ts'

/**
 * Adds the item of the link before it to the visitor's enquiry, and removes it again. Cards and parts of pages are replaced as
 * the server sends them, so which of the two is shown is a style rule (`app/visitor/enquiry/enquiry-buttons.ts`).
 */
export function AddButton({ hasWords = false }: { readonly hasWords?: boolean }) {
  const { enquiryList } = useServerMessages()
  const { add, remove } = enquiryList
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
