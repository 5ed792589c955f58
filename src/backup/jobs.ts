import type { BucketConfig } from '../photos/storage/bucket-store.ts'
import type { BackupFailure } from './backup-error.ts'

export interface BackupProgress {
  readonly phase: 'databases' | 'photos'
  /** Bytes of the databases, or photo files. */
  readonly done: number
  readonly total: number
}

export interface BackupSummary {
  readonly path: string
  readonly items: number
  readonly photoFiles: number
  /** Bytes that the backup folder did not have before. */
  readonly newBytes: number
  /** Bytes of everything that the backup consists of. */
  readonly bytes: number
  /** Photos that items use and of which the shop has lost a file. */
  readonly missingPhotos: number
}

/** The result of the check of one complete backup. */
export interface CheckedBackup {
  readonly path: string
  readonly startedAt: Date
  readonly items: number
  readonly photoFiles: number
  readonly bytes: number
  /** Photos that its items use, and of which a file was neither in the shop nor in an earlier backup. */
  readonly missingPhotos: number
  /** One line for each problem, for people; empty when the backup can be restored. */
  readonly problems: readonly string[]
  /** The paths of damaged photo files, which other backups may share. */
  readonly damagedPhotos: readonly string[]
}

/** The shop that is backed up. */
export interface BackedUpShop {
  readonly dataDir: string
  /** Where its photos are; in the data folder if there is none. */
  readonly bucket: BucketConfig | undefined
}

/** What the backup thread does, by name. Input and output can be sent between threads. */
export interface Jobs {
  readonly make: {
    readonly input: BackedUpShop & { readonly folder: string }
    readonly output: BackupSummary
  }
  readonly check: { readonly input: { readonly folder: string }; readonly output: readonly CheckedBackup[] }
  readonly prune: {
    readonly input: { readonly folder: string; readonly keepDays: number; readonly now: Date }
    readonly output: readonly string[]
  }
}

export type Job = {
  readonly [Name in keyof Jobs]: { readonly name: Name; readonly input: Jobs[Name]['input'] }
}[keyof Jobs]

/** From the backup thread to the main thread. */
export type FromWorker =
  | { readonly type: 'progress'; readonly progress: BackupProgress }
  | { readonly type: 'done'; readonly output: unknown }
  | {
      readonly type: 'failed'
      readonly message: string
      /** `undefined` when it is a bug. */
      readonly failure: BackupFailure | undefined
      readonly stack: string
    }

/** The only message from the main thread to the backup thread. */
export const stopMessage = 'stop'
