import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { duplicateParam, editParam, managePath } from '../../src/domain/page-paths.ts'
import { useMessages } from '../use-messages.ts'
import { editButtonId } from './list/row-props.ts'

export interface OpenForm {
  /** The item to edit or to copy. */
  readonly id: string
  readonly isCopy: boolean
}

/**
 * The form that the page's URL names, so that the browser's Back closes it and a reload opens it again. When it closes, the
 * list is where it was, and its item has the focus. `path` is the page's, with the form.
 *
 * @param isStored whether the input of the form outlives it. `mayLeave` asks if it does not.
 */
export function useOpenForm(isStored: boolean) {
  const { discardQuestion } = useMessages().manage
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const form = readForm(search)
  const listTop = useRef<number>(undefined)
  const lastId = useRef<string>(undefined)
  const isClosing = useRef(false)
  const id = form?.id
  useEffect(() => {
    if (id !== undefined) scrollTo({ top: 0, behavior: 'instant' })
    else if (lastId.current !== undefined) {
      if (listTop.current !== undefined) scrollTo({ top: listTop.current, behavior: 'instant' })
      document.getElementById(editButtonId(lastId.current))?.focus({ preventScroll: listTop.current !== undefined })
    }
    lastId.current = id
    isClosing.current = false
  }, [id])
  const mayLeave = () => isClosing.current || form === undefined || isStored || confirm(discardQuestion)

  /** Whether the page shows what its URL names: the second click of a double one may come before. */
  const isShown = () => !isClosing.current && location.search === search
  const open = ({ id: itemId, isCopy }: OpenForm) => {
    if (!isShown()) return
    listTop.current = scrollY
    const param = isCopy ? duplicateParam : editParam
    void navigate(`${managePath}?${param}=${itemId}`, { state: { isFromList: true } })
  }
  const isFromList = (state as { isFromList?: boolean } | null)?.isFromList === true
  const close = () => {
    if (!isShown()) return
    isClosing.current = true
    if (isFromList) void navigate(-1)
    else void navigate(managePath, { replace: true })
  }
  const leave = () => {
    if (mayLeave()) close()
  }
  return { form, path: managePath + search, open, close, leave, mayLeave }
}

function readForm(search: string): OpenForm | undefined {
  const params = new URLSearchParams(search)
  const edited = params.get(editParam)
  const copied = params.get(duplicateParam)
  if (edited !== null) return { id: edited, isCopy: false }
  return copied === null ? undefined : { id: copied, isCopy: true }
}
