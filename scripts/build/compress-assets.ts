import { glob, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Writes a compressed copy next to each text file for browsers, at the highest compression level (Brotli's default). */
export async function compressAssets(): Promise<void> {
  for await (const file of glob('build/client/**/*.{js,css,svg}')) {
    const bytes = await readFile(file)
    const [br, gz] = await Promise.all([brotliAsync(bytes), gzipAsync(bytes, { level: 9 })])
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  }
}
