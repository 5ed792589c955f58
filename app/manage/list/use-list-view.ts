import { useEffect, useRef, useState } from 'react'

import type { ListFilter, ListView } from './list-view.ts'

/** How long to wait for another letter before searching, in milliseconds. */
const typingMs = 200

type View = ListView & { readonly filter: ListFilter }

/** What the owner chose and typed. @param show called with it; while somebody types, once they pause. */
export function useListView(show: (view: View) => void) {
  const view = useRef<View>({ filter: 'all', words: '' })
  const [filter, setFilter] = useState<ListFilter>('all')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    filter,
    choose: (chosen: ListFilter) => {
      clearTimeout(timer.current)
      setFilter(chosen)
      view.current = { ...view.current, filter: chosen }
      show(view.current)
    },
    type: (words: string) => {
      clearTimeout(timer.current)
      view.current = { ...view.current, words: words.trim() }
      timer.current = setTimeout(() => show(view.current), typingMs)
    },
  }
}
