/** The address of an identity service. */
export interface Service {
  readonly name: 'ours' | 'emulator'
  /** For `connectAuthEmulator`. */
  readonly origin: string
  readonly projectId: string
}
