// Rejects statements of a transaction that are sent together with Promise.all() or `for await`: the reader does not see that they
// run in order. inOrder() of server/platform/postgres/in-order.ts says so, and refuses what is not a transaction.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

const root = join(import.meta.dirname, '..')
const inOrder = 'server/platform/postgres/in-order.ts'
const checked = /^server\/(?!testing\/).+(?<!\.test|\.gen)\.ts$/
const together = new Set(['all', 'allSettled', 'any', 'race', 'fromAsync'])

type AnyFunction = ESTree.Function | ESTree.ArrowFunctionExpression

/**
 * A problem for each call of Promise.all() and its like, and for each `for await`, where a transaction is at hand: as a parameter
 * of a function around it, or as `tx` in its arguments. Reads that take `Db | Tx` may be sent together, because their order
 * does not matter.
 */
export function findUnnamedOrders({ file, text }: { file: string; text: string }): string[] {
  const problems: string[] = []
  const withTransaction = new Set<AnyFunction>()
  let depth = 0
  const enter = (node: AnyFunction) => {
    const parameters = node.params.map((parameter) => text.slice(parameter.start, parameter.end)).join()
    if (/\b(?:tx|Tx|Transaction)\b/.test(parameters.replaceAll('Db | Tx', ''))) withTransaction.add(node)
    if (withTransaction.has(node)) depth += 1
  }
  const leave = (node: AnyFunction) => {
    if (withTransaction.has(node)) depth -= 1
  }
  const refuse = ({ start }: { start: number }) => {
    const line = text.slice(0, start).split('\n').length
    problems.push(`${file}:${line}: a transaction runs its statements in order: use inOrder(tx, […])`)
  }
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression(node: ESTree.CallExpression) {
      const { callee } = node
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      if (name === 'execute' && text.slice(callee.start, callee.end).includes('.transaction()')) {
        for (const work of node.arguments)
          if (work.type === 'ArrowFunctionExpression' || work.type === 'FunctionExpression') withTransaction.add(work)
      }
      const isOfPromise = callee.object.type === 'Identifier' && /^(?:Promise|Array)$/.test(callee.object.name)
      if (!isOfPromise || !together.has(name)) return
      if (depth > 0 || /\btx\b/.test(text.slice(callee.end, node.end))) refuse(node)
    },
    ForOfStatement(node: ESTree.ForOfStatement) {
      if (node.await && depth > 0) refuse(node)
    },
  }).visit(parseSync(file, text).program)
  return problems
}

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], {
    cwd: root,
    encoding: 'utf8',
  })
  const problems = files
    .split('\n')
    .filter((file) => checked.test(file) && file !== inOrder && existsSync(join(root, file)))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .filter(({ text }) => /\bPromise\.|\bfromAsync\b|\bfor await\b/.test(text))
    .flatMap(findUnnamedOrders)
  if (problems.length > 0) {
    console.log(problems.join('\n'))
    process.exit(1)
  }
}
