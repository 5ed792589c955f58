interface ImportMetaEnv {
  /** Whether a visitor script is that of a preview environment. */
  readonly IS_PREVIEW: boolean
}

/** See `scripts/vite/bundled-script.ts`. */
declare module '*?script' {
  const code: string
  export const preview: string
  export default code
}

declare module '*?file' {
  const address: string
  export default address
}

/** See `scripts/vite/own-copy.ts`. */
declare module 'firebase/auth?own-copy' {
  export * from 'firebase/auth'
}
