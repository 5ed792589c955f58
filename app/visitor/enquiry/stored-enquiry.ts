/** The visitor's own list, in the form of `formatEntries` (`src/domain/enquiry-list.ts`). Throws where storage is blocked. */
export function readEnquiry(): string {
  return (localStorage['enquiry'] as string | undefined) ?? ''
}

export function storeEnquiry(list: string): void {
  localStorage['enquiry'] = list
}
