/** What is wrong; empty lists if nothing is. */
export interface Verification {
  /** Acknowledged writes that the shop does not have, and writes that it has in part. */
  readonly lost: string[]
  /** Photos that are served with a missing or damaged file. */
  readonly halfPhotos: string[]
}

export interface VerifyOptions {
  readonly url: string
  readonly dataDir: string
  /** How many of the latest photos, accounts and new items are checked; all by default. All items' fields are always checked. */
  readonly latest?: number
  /** By how much a restore raised the versions of items. */
  readonly raisedBy?: number
  /** SHA-256 of files of photos that were not uploaded, by path. */
  readonly photoFiles?: ReadonlyMap<string, string>
}
