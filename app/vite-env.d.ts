declare module '*?script' {
  const code: string
  export default code
}

/** See `scripts/vite/own-copy.ts`. */
declare module 'firebase/auth?own-copy' {
  export * from 'firebase/auth'
}
