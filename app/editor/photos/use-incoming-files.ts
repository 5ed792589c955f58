import { useEffect, useEffectEvent } from 'react'

/** Takes files that are pasted or dropped anywhere on the page: one that misses its place must not leave the form. */
export function useIncomingFiles(take: (files: readonly File[]) => void): void {
  const onFiles = useEffectEvent(take)
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const takeFrom = (event: Event, data: DataTransfer | null) => {
      // Text that is copied in a word processor brings a picture of itself along.
      if (!data || data.files.length === 0 || data.types.includes('text/plain')) return
      event.preventDefault()
      onFiles([...data.files])
    }
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    document.addEventListener('dragover', allow, { signal })
    document.addEventListener('drop', (event) => takeFrom(event, event.dataTransfer), { signal })
    document.addEventListener('paste', (event) => takeFrom(event, event.clipboardData), { signal })
    return () => ended.abort()
  }, [])
}
