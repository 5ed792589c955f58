import type { Day } from '../domain/day.ts'
import { hasNoticeEnded } from '../domain/notice.ts'
import type { SettingsStore } from './settings-store.ts'

/**
 * Takes the notice down once its last day has passed. Its texts stay for the next one.
 *
 * @returns how many notices ended.
 */
export async function endNotice(store: SettingsStore, today: Day): Promise<number> {
  const { settings, version } = await store.read()
  if (!hasNoticeEnded(settings, today)) return 0
  const { isDone } = await store.save({ ...settings, noticeKind: null, noticeUntil: null }, version)
  return isDone ? 1 : 0
}
