import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import {
  parseSync,
  Visitor,
  type CallExpression,
  type Expression,
  type NewExpression,
  type Program,
  type Span,
} from 'oxc-parser'

export interface RegularExpression {
  readonly file: string
  readonly line: number
  /** Missing if the expression is built from values that are only known at run time. */
  readonly source: string | undefined
  readonly flags: string
}

const sources = ['{app,src,scripts,bench}/**/*.{ts,tsx}', 'packages/*/src/**/*.ts', '*.ts']

/** Every regular expression of the product, its scripts and benchmarks; not of tests, which choose their input. */
export async function findRegularExpressions(root: string): Promise<RegularExpression[]> {
  const files = await Array.fromAsync(glob(sources, { cwd: root }))
  const products = files.filter((file) => !/\.(?:test|contract)\.tsx?$|(?:^|\/)test-support/.test(file)).toSorted()
  const found = await Promise.all(
    products.map(async (file) => findInFile(file, await readFile(join(root, file), 'utf8'))),
  )
  return found.flat()
}

function findInFile(file: string, text: string): RegularExpression[] {
  const { program } = parseSync(file, text)
  const constants = findConstants(program)
  const found: RegularExpression[] = []
  const at = ({ start }: Span) => ({ file, line: text.slice(0, start).split('\n').length })
  const addConstructed = (node: CallExpression | NewExpression) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
    const [source, flags] = (node.arguments as Expression[]).map((argument) => textOf(argument, constants))
    found.push({ ...at(node), source, flags: flags ?? '' })
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ ...at(node), source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: addConstructed,
    CallExpression: addConstructed,
  }).visit(program)
  return found
}

/** Those of the module, by name: one of a function has a meaning only there. */
function findConstants({ body }: Program): Map<string, Expression> {
  const constants = new Map<string, Expression>()
  for (const statement of body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue
    for (const { id, init } of declaration.declarations)
      if (id.type === 'Identifier' && init) constants.set(id.name, init)
  }
  return constants
}

/** The constant text of an expression: a literal, a template of these, or a `const` of this module. */
function textOf(expression: Expression, constants: ReadonlyMap<string, Expression>): string | undefined {
  if (expression.type === 'Literal') return typeof expression.value === 'string' ? expression.value : undefined
  if (expression.type === 'Identifier') {
    const constant = constants.get(expression.name)
    return constant && textOf(constant, constants)
  }
  if (expression.type !== 'TemplateLiteral') return undefined
  const parts = expression.expressions.map((part) => textOf(part, constants))
  if (parts.includes(undefined)) return undefined
  return expression.quasis.map(({ value }, at) => `${value.cooked ?? ''}${parts[at] ?? ''}`).join('')
}
