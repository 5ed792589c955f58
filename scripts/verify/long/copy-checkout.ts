import { chmod, cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/** What no test reads, or other checks write meanwhile; `node_modules` is made below. */
const left = new Set(['.git', 'node_modules', 'data', 'release', 'test-results'])

/**
 * Copies a checkout into an empty folder. The project's own packages are those of the copy, and the other ones are links, so that it
 * takes seconds. So is `.git`, which some tests list the files from.
 */
export async function copyCheckout(checkout: string, copy: string): Promise<void> {
  await chmod(copy, 0o755) // Tests with a process of another user are skipped where that user may not read.
  for (const name of await readdir(checkout))
    if (!left.has(name)) await cp(join(checkout, name), join(copy, name), { recursive: true })
  await symlink(join(checkout, '.git'), join(copy, '.git'))
  const modules = join(copy, 'node_modules')
  await mkdir(join(modules, '@stockinette'), { recursive: true })
  for (const name of await readdir(join(checkout, 'node_modules'))) {
    const packages = join(checkout, 'node_modules', name)
    if (name === '.package-lock.json') await cp(packages, join(modules, name)) // The build reads files alone.
    // Other hidden files are written while a copy is used: the locks and caches of builds.
    else if (name === '.bin' || !/^\.|^@stockinette$/.test(name)) await symlink(packages, join(modules, name))
  }
  for (const name of await readdir(join(copy, 'packages'))) {
    await symlink(join('../../packages', name), join(modules, '@stockinette', name))
  }
}
