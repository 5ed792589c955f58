import { useEffect, useEffectEvent } from 'react'

/** Accepts files that are pasted or dropped anywhere on the page: a missed drop must not navigate away from the form. */
export function useIncomingFiles(onAdd: (files: readonly File[]) => void): void {
  const onFiles = useEffectEvent(onAdd)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const addFrom = (event: Event, data: DataTransfer | null) => {
      // Word processors copy an image along with the text.
      if (!data || data.files.length === 0 || data.types.includes('text/plain')) return
      event.preventDefault()
      onFiles([...data.files])
    }
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    document.addEventListener('dragover', allow, { signal })
    document.addEventListener('drop', (event) => addFrom(event, event.dataTransfer), { signal })
    document.addEventListener('paste', (event) => addFrom(event, event.clipboardData), { signal })
    return () => controller.abort()
  }, [])
}
