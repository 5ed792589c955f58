import { itemPath } from '../../../src/domain/page-paths.ts'
import { fill } from '../../../src/domain/template.ts'
import { canShare, copyLink, shareLink } from '../../link-preview/share-link.ts'
import { QuietButton } from '../../ui/quiet-button.tsx'
import { useMessages } from '../../use-messages.ts'
import type { RowProps } from './row-props.ts'
import { useMenu } from './use-menu.ts'

interface ItemMenuProps extends RowProps {
  /** Visitors see the item, so its link works. */
  readonly isVisible: boolean
}

interface MenuEntry {
  readonly label: string
  readonly run: () => void
  /** Not possible while a change is in progress. */
  readonly isChange?: boolean
}

/** Everything that can be done with an item, apart from editing it. */
export function ItemMenu(props: ItemMenuProps) {
  const { manage } = useMessages()
  const { id, title } = props.item
  const { isOpen, close, openerProps, menuProps } = useMenu(`menu-${id}`)
  const label = fill(manage.of, { action: manage.moreActions, title })
  return (
    <>
      <QuietButton className="row-more" {...openerProps} aria-expanded={isOpen} aria-label={label}>
        ⋯
      </QuietButton>
      <div className="row-menu" {...menuProps} role="group" aria-label={label}>
        {isOpen && <MenuEntries {...props} close={close} />}
      </div>
    </>
  )
}

function MenuEntries({ close, ...props }: ItemMenuProps & { readonly close: () => void }) {
  const { manage } = useMessages()
  const { item, isBusy } = props
  return (
    <>
      <p aria-hidden="true">{item.title}</p>
      <ul>
        {useEntries(props).map(({ label, run, isChange }) => (
          <li key={label}>
            <button
              type="button"
              aria-label={fill(manage.of, { action: label, title: item.title })}
              aria-disabled={isBusy && isChange}
              onClick={() => {
                if (isBusy && isChange) return
                close() // First: the focus returns to the menu's button, unless the action moves it.
                run()
              }}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function useEntries(props: ItemMenuProps): MenuEntry[] {
  const { linkPreview, manage } = useMessages()
  const { item, isUnsaved, isVisible, actions, origin, isLinkShown, setForm } = props
  const { title, sold, reserved, hidden, madeToOrder } = item
  const change = (label: string, state: Parameters<typeof actions.setState>[1]): MenuEntry => ({
    label,
    isChange: true,
    run: () => void actions.setState(item, state),
  })
  const markMadeToOrder = madeToOrder ? manage.markNotMadeToOrder : manage.markMadeToOrder
  const link = { title, url: origin + itemPath(item.id) }
  const copy = async () => {
    actions.report((await copyLink(link.url)) ? linkPreview.copied : fill(linkPreview.notCopied, { link: link.url }))
  }
  return [
    change(sold ? manage.markUnsold : manage.markSold, { sold: !sold }),
    ...(sold ? [] : [{ label: manage.reserve[reserved ? 'change' : 'start'], run: () => setForm('reservation') }]),
    ...(reserved ? [change(manage.reserve.end, { reserved: false })] : []),
    { label: manage.changePrice, run: () => setForm('price') },
    ...(sold ? [] : [change(markMadeToOrder, { madeToOrder: !madeToOrder })]),
    change(hidden ? manage.show : manage.hide, { hidden: !hidden }),
    ...(isVisible && !isLinkShown ? [{ label: linkPreview.title, run: () => actions.showLink(item, true) }] : []),
    ...(isVisible && canShare() ? [{ label: linkPreview.share, run: () => void shareLink(link) }] : []),
    ...(isVisible ? [{ label: linkPreview.copy, run: () => void copy() }] : []),
    { label: manage.duplicate, run: () => actions.duplicate(item) },
    ...(isUnsaved ? [{ label: manage.discard, run: () => actions.discard(item) }] : []),
    { label: manage.remove, isChange: true, run: () => actions.setRemoved(item, true) },
  ]
}
