import type { PhotoFault } from './refusal.ts'

/** Thrown by the decoder; never leaves the encoder. */
export class PhotoFaultError extends Error {
  readonly fault: PhotoFault

  constructor(fault: PhotoFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}
