import { shareOnClick } from '../item/share.ts'
import { startVisitorPage } from '../start-visitor-page.ts'
import { followOwnList } from './own-list.ts'

export function startEnquiryPage(): void {
  followOwnList()
  startVisitorPage()
  shareOnClick()
}
