import { mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

import { cores, temporaryFolders } from '../machine/program.ts'
import { startNginx } from './nginx.ts'

/** Starts nginx with static pages in Brotli, and the photos of a shop. @param pages HTML by its path. */
export async function startBareShop(pages: Readonly<Record<string, string>>, dataDir: string) {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await mkdtempDisposable(join(temporaryFolders, 'bare-shop-')))
  const site = join(folder.path, 'site')
  await mkdir(site)
  await symlink(join(dataDir, 'photos'), join(site, 'photos'))
  const locations = Object.entries(pages).map(async ([path, html], index) => {
    await writeFile(join(site, `page-${index}`), await promisify(brotliCompress)(html))
    return `
    location = ${path} {
      try_files /page-${index} =404;
      default_type "text/html; charset=utf-8";
      add_header Content-Encoding br;
      add_header Cache-Control no-cache;
    }`
  })
  const server = `${(await Promise.all(locations)).join('')}
    location /photos/ {
      types { image/avif avif; image/webp webp; }
      add_header Cache-Control "public, max-age=31536000, immutable";
    }`
  const nginx = resources.use(await startNginx(folder.path, server, cores.measured))
  const owned = resources.move()
  return { port: nginx.port, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
