import type { PhotoStore } from '../photos/photo-store.ts'
import type { BackupProgress, BackupSummary } from './jobs.ts'
import { createPhotoSource } from './photo-source.ts'
import { runJob } from './run-job.ts'

export type { BackupProgress, BackupSummary } from './jobs.ts'

export interface BackupsOptions {
  /** The data folder, which this process has locked. */
  readonly dataDir: string
  /** Its photos. */
  readonly photos: PhotoStore
}

/** Makes backups of a data folder while the shop reads and writes it. */
export interface Backups {
  /**
   * Makes a backup in a folder, which is created if missing, and stores photos that earlier backups in it have only once.
   * Backups are made one at a time.
   *
   * Rejects with BackupError, or with the reason of `signal`; what was unfinished is removed.
   */
  make(folder: string, options?: MakeBackupOptions): Promise<BackupSummary>
}

export interface MakeBackupOptions {
  readonly signal?: AbortSignal | undefined
  readonly report?: ((progress: BackupProgress) => void) | undefined
}

export function createBackups({ dataDir, photos }: BackupsOptions): Backups {
  const source = createPhotoSource(photos)
  return {
    make: (folder, options) => runJob({ name: 'make', input: { dataDir, folder } }, { photos: source, ...options }),
  }
}
