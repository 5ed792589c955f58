/** Whether the browser has a share sheet, as phones do. */
export function canShare(): boolean {
  return 'share' in navigator
}

/** Opens the share sheet. Closing it is no error. */
export async function shareLink(link: { readonly title: string; readonly url: string }): Promise<void> {
  await navigator.share(link).catch(() => undefined)
}

/** @returns whether the link was copied. Browsers allow it on secure pages only. */
export async function copyLink(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url)
    return true
  } catch {
    return false
  }
}
