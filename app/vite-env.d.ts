declare module '*?script' {
  const code: string
  export default code
}

/** See `scripts/vite/bundled-script.ts`. */
declare module '*?file' {
  const address: string
  export default address
}

/** See `scripts/vite/own-copy.ts`. */
declare module 'firebase/auth?own-copy' {
  export * from 'firebase/auth'
}
