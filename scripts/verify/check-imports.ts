import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

import { parseSync } from 'oxc-parser'

import { importRules, type ImportRule } from './import-rules.ts'
import { report, root } from './report.ts'

interface Import {
  /** From the project's root; for npm packages and Node, the specifier. */
  readonly path: string
  readonly isOutside: boolean
  readonly isTypeOnly: boolean
}

/** A workspace package, and a path in it. */
const ownPackage = /^@stockinette\/([a-z-]+)(\/.*)?$/

/** Checks every import of the product. @returns a line for each that breaks a rule. */
export async function checkImports(project: string, rules: readonly ImportRule[]): Promise<string[]> {
  const files = await Array.fromAsync(
    glob(['{app,src}/**/*.{ts,tsx}', 'packages/*/src/**/*.ts', 'server.ts'], { cwd: project }),
  )
  const broken: string[] = []
  for (const file of files.filter(isProduct).toSorted()) {
    const rule = rules.find(({ module }) => isWithin(file, module))
    if (!rule) broken.push(`${file} has no import rule.`)
    else
      for (const { path } of importsOf(file, await readFile(join(project, file), 'utf8')).filter(breaks(rule)))
        broken.push(`${file} may not import ${path}.`)
  }
  return broken
}

/** Not a test or a contract suite, which may import everything that they put together. */
function isProduct(file: string): boolean {
  return !/\.(?:test|contract)\.ts$|(?:^|\/)test-support/.test(file)
}

function isWithin(path: string, module: string): boolean {
  return path === module || path.startsWith(`${module}/`)
}

function breaks({ module, may, typeOnly = [], except, outside }: ImportRule) {
  return ({ path, isOutside, isTypeOnly }: Import) => {
    if (isOutside) return outside === 'nothing' || (outside === 'node' && !path.startsWith('node:'))
    const allowed = [module, ...may, ...(isTypeOnly ? typeOnly : [])]
    return except?.test(path) === true || !allowed.some((other) => isWithin(path, other))
  }
}

function importsOf(file: string, text: string): Import[] {
  const { module } = parseSync(file, text)
  const inProject = (specifier: string) => {
    const [, name, path] = ownPackage.exec(specifier) ?? []
    if (name !== undefined) return `packages/${name}/src${path ?? '/index.ts'}`
    return normalize(join(dirname(file), specifier)).replace(/\?\w+$/, '')
  }
  const statements = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      isTypeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, isTypeOnly: isType }] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => ({
      specifier: text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
      isTypeOnly: false,
    })),
  ]
  return statements
    .filter(({ specifier }) => !specifier.includes('/+types/'))
    .map(({ specifier, isTypeOnly }) => {
      const isOutside = !specifier.startsWith('.') && !ownPackage.test(specifier)
      return { path: isOutside ? specifier : inProject(specifier), isOutside, isTypeOnly }
    })
}

if (import.meta.main) report(await checkImports(root, importRules))
